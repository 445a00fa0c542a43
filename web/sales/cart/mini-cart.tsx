import { useEffect, useRef } from 'react'
import { pricePerUnit } from '#contract/catalog/products/part-fields-texts.ts'
import { productTexts } from '#contract/catalog/products/texts.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import type { Cart, CartLine } from '#contract/sales/cart/cart.ts'
import { cartTexts as texts } from '#contract/sales/cart/texts.ts'
import { Price, useCountText, usePriceText } from '../../platform/layout/price.tsx'
import { Button, LinkButton, PageLink } from '../../platform/ui/button.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import styles from './cart.css?url'
import { changesOf, soundLines } from './cart-changes.ts'
import { type Added, useCartState } from './cart-state.ts'
import { loadCart } from './cart-store.ts'
import { LineFigure } from './line-figure.tsx'

type Props = { added: Added | undefined; onClose: () => void }

/** The cart as a sheet from the right edge, over the page that it was opened on. */
export default function MiniCart({ added, onClose }: Props) {
  const { cart, isFailed } = useCartState()
  const countText = useCountText()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    heading.current?.focus()
  }, [])
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed closes the sheet, also by keyboard */}
      <dialog
        ref={dialog}
        className="side-sheet"
        aria-labelledby="mini-cart"
        onClose={onClose}
        onClick={({ target, currentTarget }) => {
          const isBackdrop = target === currentTarget
          if (isBackdrop || (target instanceof Element && target.closest('a'))) currentTarget.close()
        }}
      >
        <div className="side-sheet__head">
          <h2 id="mini-cart" ref={heading} tabIndex={-1}>
            {texts.title}
          </h2>
          <button
            type="button"
            className="icon-button"
            aria-label={texts.close}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        <p className="added" role="status">
          {added && (
            <>
              <Icon name="check" />
              <span>
                {added === 'several' ? texts.addedAll : texts.added(countText(added.quantity), added.name)}
              </span>
            </>
          )}
        </p>
        <div className="side-sheet__body">
          {cart ? <Lines cart={cart} /> : <Waiting isFailed={isFailed} />}
        </div>
        {cart && cart.lines.length > 0 && <Foot cart={cart} />}
      </dialog>
    </>
  )
}

function Waiting({ isFailed }: { isFailed: boolean }) {
  if (isFailed)
    return (
      <div className="side-sheet__message" role="alert">
        <p>{texts.notLoadedText}</p>
        <Button onClick={() => void loadCart().catch(() => undefined)}>{uiTexts.retry}</Button>
      </div>
    )
  return (
    <div className="side-sheet__message" role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{uiTexts.loading}</span>
    </div>
  )
}

function Lines({ cart: { lines } }: { cart: Cart }) {
  if (lines.length === 0) return <p className="side-sheet__message">{texts.none}</p>
  return (
    <ul>
      {lines.map((line) => (
        <MiniLine key={line.productId} line={line} />
      ))}
    </ul>
  )
}

function MiniLine({ line }: { line: CartLine }) {
  const priceText = usePriceText()
  const countText = useCountText()
  const { part, total, quantity, fault, name, productId } = line
  return (
    <li className="mini-line">
      <LineFigure part={part} width={72} />
      {part ? <PageLink to={`/parts/${productId}`}>{name}</PageLink> : <b>{name}</b>}
      <span className="numeric">{fault === null && total !== null && <Price amount={total} />}</span>
      <span className="mini-line__number numeric">{part?.partNumber}</span>
      <span className="numeric mini-line__each">
        {part && texts.times(countText(quantity), pricePerUnit(priceText(part.price), part.saleUnit))}
      </span>
      {fault && <span className="mini-line__fault">{faultText(line, countText)}</span>}
    </li>
  )
}

function faultText(line: CartLine, countText: (count: number) => string): string {
  const change = changesOf(line).find(({ kind }) => kind !== 'dearer' && kind !== 'cheaper')
  if (change?.kind === 'gone') return texts.notSold
  if (change?.kind === 'few') return texts.fewLeft(countText(change.units))
  if (change?.kind === 'minimum') return texts.minimumIs(countText(change.units))
  return productTexts.outOfStock
}

function Foot({ cart }: { cart: Cart }) {
  const countText = useCountText()
  return (
    <div className="side-sheet__foot">
      <dl className="totals">
        <dt>{texts.subtotal(texts.units(countText(cart.units), cart.units === 1))}</dt>
        <dd className="price">
          <Price amount={cart.total} currency={cart.currency} />
        </dd>
      </dl>
      <div className="actions">
        <LinkButton to="/cart">{texts.view}</LinkButton>
        {soundLines(cart).length > 0 && (
          <LinkButton to="/checkout" variant="primary">
            {texts.checkout}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
