import type { Cart } from '#contract/sales/cart/cart.ts'
import { cartTexts as texts } from '#contract/sales/cart/texts.ts'
import { confirm } from '../../platform/dialogs/confirm.tsx'
import { pageMeta } from '../../platform/layout/page-meta.ts'
import { Price, useCountText } from '../../platform/layout/price.tsx'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import { ErrorState } from '../../platform/ui/states.tsx'
import type { Route } from './+types/cart-route.ts'
import styles from './cart.css?url'
import { changeKinds, countChanges } from './cart-changes.ts'
import { CartLines } from './cart-lines.tsx'
import { useCartState } from './cart-state.ts'
import { emptyCart, loadCart } from './cart-store.ts'
import { EmptyCart } from './empty-cart.tsx'
import { CartTotals, useReasonToWait } from './totals.tsx'

export { ErrorBoundary } from '../../platform/layout/error-boundary.tsx'
export { HydrateFallback } from '../../platform/ui/states.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export function meta({ matches }: Route.MetaArgs) {
  return [...pageMeta({ matches, title: texts.title, path: '/cart' }), { name: 'robots', content: 'noindex' }]
}

/** The page shows the cart as the tab knows it; a failure has its own state, with what is in the browser kept. */
export async function clientLoader() {
  await loadCart().catch(() => undefined)
  return null
}
clientLoader.hydrate = true as const

export default function CartPage() {
  const { cart, isFailed, merged } = useCartState()
  const countText = useCountText()
  if (!cart)
    return (
      <div className="wrap cart-page">
        {isFailed ? (
          <ErrorState title={texts.notLoaded} onRetry={() => void loadCart().catch(() => undefined)}>
            <p>{texts.notLoadedText}</p>
          </ErrorState>
        ) : (
          <div className="waiting">
            <span className="spinner" aria-hidden="true" />
          </div>
        )}
      </div>
    )
  const { lines } = cart
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className="wrap cart-page">
      <div className="cart-page__head">
        <h1>{texts.title}</h1>
        {lines.length > 0 && (
          <p role="status">
            {texts.counted(
              texts.parts(countText(lines.length), lines.length === 1),
              texts.units(countText(units), units === 1),
            )}
          </p>
        )}
      </div>
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="cart-columns">
          <section aria-label={texts.lines}>
            <Changes cart={cart} merged={merged} />
            <CartLines lines={lines} />
            <div className="cart-page__foot">
              <LinkButton to="/parts">
                <Icon name="left" size={18} />
                <span>{texts.keepShopping}</span>
              </LinkButton>
              <button type="button" className="link" onClick={() => void askToEmpty()}>
                {texts.empty}
              </button>
            </div>
          </section>
          <Summary cart={cart} />
        </div>
      )}
    </div>
  )
}

async function askToEmpty(): Promise<void> {
  if (await confirm({ text: texts.emptyQuestion, button: texts.yesEmpty, isDestructive: true }))
    await emptyCart()
}

/** What has changed, counted; each change is said at its line. */
function Changes({ cart, merged }: { cart: Cart; merged: string[] }) {
  const countText = useCountText()
  const counts = countChanges(cart)
  const said = changeKinds.flatMap((kind) => {
    const count = counts.get(kind)
    return count ? [texts.changes[kind](countText(count), count === 1)] : []
  })
  return (
    <div role="status">
      {said.length > 0 && (
        <p className="note note--info">
          <Icon name="info" />
          <span>
            <b>{texts.since}</b>
            <span>{` ${said.join(', ')}. `}</span>
            <span>{texts.seeLines}</span>
          </span>
        </p>
      )}
      {merged.map((text) => (
        <p key={text} className="note note--info">
          <Icon name="info" />
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}

function Summary({ cart }: { cart: Cart }) {
  return (
    <>
      <aside className="cart-sum" aria-labelledby="h-total">
        <h2 id="h-total">{texts.total}</h2>
        <CartTotals cart={cart} />
        <CheckoutLink cart={cart} isBig />
        <p>{texts.reserved}</p>
      </aside>
      {/* on phones it stays in sight */}
      <div className="buy-bar" aria-hidden="true">
        <p className="price">
          <Price amount={cart.total} currency={cart.currency} />
        </p>
        <CheckoutLink cart={cart} />
      </div>
    </>
  )
}

function CheckoutLink({ cart, isBig = false }: { cart: Cart; isBig?: boolean }) {
  const reason = useReasonToWait(cart)
  const size = isBig ? { size: 'big' as const } : {}
  if (!reason)
    return (
      <LinkButton variant="primary" to="/checkout" {...size} tabIndex={isBig ? undefined : -1}>
        {texts.checkout}
      </LinkButton>
    )
  return (
    <>
      <Button variant="primary" {...size} disabled>
        {texts.checkout}
      </Button>
      {isBig && <p className="error">{reason}</p>}
    </>
  )
}
