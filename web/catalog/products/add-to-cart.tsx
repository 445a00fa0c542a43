import { createContext, useContext, useState } from 'react'
import { productTexts as texts } from '#contract/catalog/products/texts.ts'
import { Button, type ButtonStyle } from '../../platform/ui/button.tsx'

export type WantedPart = { productId: string; name: string; price: number; quantity: number }

/** What the buttons do; provided in the root, since the catalogue does not know the cart. Does not reject. */
export const AddToCartContext = createContext<(wanted: WantedPart[]) => Promise<void>>(async () => {})

export function AddToCart({ wanted, ...style }: ButtonStyle & { wanted: WantedPart }) {
  const addToCart = useContext(AddToCartContext)
  const [isBusy, setBusy] = useState(false)
  async function add() {
    if (isBusy) return
    setBusy(true)
    await addToCart([wanted])
    setBusy(false)
  }
  return (
    <Button
      {...style}
      aria-label={texts.addPartToCart(wanted.name)}
      aria-busy={isBusy}
      onClick={() => void add()}
    >
      {texts.addToCart}
    </Button>
  )
}
