import { type FormEvent, useContext, useRef, useState } from 'react'
import { Link } from 'react-router'
import { pricePerUnit } from '#contract/catalog/products/part-fields-texts.ts'
import { partPageTexts as texts } from '#contract/catalog/products/part-page-texts.ts'
import { fromMinor, toMinor } from '#contract/platform/money.ts'
import { useCountText, usePriceText } from '../../../platform/layout/price.tsx'
import { Button } from '../../../platform/ui/button.tsx'
import { useEarlyChoices, useHydrated } from '../../../platform/ui/hydrated.ts'
import { drawingView, Picture } from '../../../platform/ui/picture.tsx'
import { AddToCartContext } from '../add-to-cart.tsx'
import type { PartCardData } from '../part-card-data.ts'
import { stockWord } from './small-cards.tsx'

type GoesTogetherProps = {
  part: PartCardData
  /** How many of the part are wanted; of each other its minimum order. */
  quantity: number
  others: PartCardData[]
  currency: string
}

/** The part with those that it is used with, in the cart by one button. */
export function GoesTogether({ part, quantity, others, currency }: GoesTogetherProps) {
  const addToCart = useContext(AddToCartContext)
  const isReady = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const priceText = usePriceText()
  const countText = useCountText()

  const lines = [part, ...others].map((one) => {
    const units = one === part ? quantity : one.units
    const sumMinor = (toMinor(one.unitPrice, currency) ?? 0) * units
    return { one, units, sumMinor, isWanted: !one.stock.isOut && !left.has(one.id) }
  })
  const wanted = lines.filter(({ isWanted }) => isWanted)
  const textOf = (minor: number) => priceText(fromMinor(minor, currency), currency)
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

  function readChoices() {
    const boxes = form.current?.querySelectorAll<HTMLInputElement>('input:enabled:not(:checked)') ?? []
    setLeft(new Set([...boxes].map(({ value }) => value)))
  }
  useEarlyChoices(readChoices)
  async function addAll(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    await addToCart(
      wanted.map(({ one, units }) => ({
        productId: one.id,
        name: one.name,
        price: one.unitPrice,
        quantity: units,
      })),
    )
    setBusy(false)
  }
  return (
    <form ref={form} className="together" autoComplete="off" onSubmit={(event) => void addAll(event)}>
      <ul>
        {lines.map(({ one, units, sumMinor, isWanted }) => (
          <li key={one.id}>
            <label>
              <input
                type="checkbox"
                value={one.id}
                checked={isWanted}
                disabled={one.stock.isOut}
                aria-label={one.name}
                onChange={readChoices}
              />
            </label>
            <div className="figure">
              <Picture
                src={drawingView(one.img, 'thumb')}
                fallback={drawingView(one.drawing, 'thumb')}
                alt=""
                width={84}
                height={63}
              />
            </div>
            <div className="together__text">
              {one === part ? <b>{one.name}</b> : <Link to={`/parts/${one.id}`}>{one.name}</Link>}
              <p>
                {one.number && <span className="numeric">{one.number}</span>}
                {one === part && <span>{texts.thisPart}</span>}
              </p>
              <p className={`stock-word stock-word--${one.stock.variant}`}>
                {stockWord(one.stock, one.available)}
              </p>
            </div>
            <p className="numeric together__price">
              <b>{textOf(sumMinor)}</b>
              <span>{texts.sum(countText(units), pricePerUnit(one.price, one.saleUnit))}</span>
            </p>
          </li>
        ))}
      </ul>
      <div className="together__sum">
        <p role="status">
          {texts.partsAndUnits(countText(wanted.length), countText(sum(wanted.map(({ units }) => units))))}
        </p>
        <p>
          <span>{texts.together}</span>
          <b className="price">{textOf(sum(wanted.map(({ sumMinor }) => sumMinor)))}</b>
        </p>
        <Button
          type="submit"
          variant="primary"
          size="big"
          disabled={!isReady || wanted.length === 0}
          data-waits={isReady ? undefined : true}
          aria-busy={isBusy}
        >
          {texts.addAll}
        </Button>
      </div>
    </form>
  )
}
