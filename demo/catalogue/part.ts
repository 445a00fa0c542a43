/** A part of the demo store: `priceMinor` in US cents, `img` a path to one of the store's own drawings. */
export type DemoPart = {
  productName: string
  brand: string
  partNumber: string
  category: 'tools' | 'wheels' | 'engine' | 'suspension' | 'body' | 'lighting' | 'electrical' | 'fluids'
  description: string
  priceMinor: number
  minimumOrder: number
  available: number
  img: string
}
