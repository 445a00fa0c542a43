import { type ComponentProps, createContext, useContext, useState } from 'react'
import { productTexts as texts } from '#contract/catalog/products/texts.ts'
import { Button } from '../../platform/ui/button.tsx'

export type WantedPart = { productId: string; name: string; price: number; quantity: number }

/** What the buttons do; provided in the root, since the catalogue does not know the cart. Does not reject. */
export const AddToCartContext = createContext<(wanted: WantedPart[]) => Promise<void>>(async () => {})

type Props = ComponentProps<typeof Button> & {
  wanted: WantedPart
  /** The quantity when the button is pressed, instead of the one of `wanted`. */
  readQuantity?: () => number
}

export function AddToCart({
  wanted,
  readQuantity = () => wanted.quantity,
  children = texts.addToCart,
  ...rest
}: Props) {
  const addToCart = useContext(AddToCartContext)
  const [isBusy, setBusy] = useState(false)
  async function add() {
    if (isBusy) return
    setBusy(true)
    await addToCart([{ ...wanted, quantity: readQuantity() }])
    setBusy(false)
  }
  return (
    <Button
      aria-label={texts.addPartToCart(wanted.name)}
      aria-busy={isBusy}
      onClick={() => void add()}
      {...rest}
    >
      {children}
    </Button>
  )
}
