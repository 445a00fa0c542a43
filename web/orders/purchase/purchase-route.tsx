import { useState } from 'react'
import { productTexts } from '#contract/messages/products.ts'
import { purchaseTexts as texts } from '#contract/messages/purchase.ts'
import { checkQuantity, type Order } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { drawingPath } from '#drawings/part-drawing.ts'
import { requireSession } from '../../account/session/guards.ts'
import { browserApi } from '../../api/browser-api.ts'
import { orPageProblem } from '../../api/load.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { PageProblem } from '../../layout/page-problem.tsx'
import { PartBreadcrumb } from '../../layout/shop/part-breadcrumb.tsx'
import { PartFacts } from '../../layout/shop/part-facts.tsx'
import { PartPlate } from '../../layout/shop/part-plate.tsx'
import { stockOf } from '../../layout/shop/stock.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialogs/sheet.tsx'
import { ErrorText } from '../../ui/forms/form-signs.tsx'
import { useKeptText } from '../../ui/kept-text.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { Route } from './+types/purchase-route.ts'
import { OrderForm } from './order-form.tsx'
import { PlacedOrder } from './placed-order.tsx'
import { typedFault } from './quantity.ts'
import { QuantityBox } from './quantity-box.tsx'
import { useFreshPart } from './use-fresh-part.ts'

export { ownStyles as links } from '../../layout/own-styles.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) =>
  pageMeta({
    matches,
    title: loaderData ? `${texts.title}: ${loaderData.part.productName}` : texts.title,
    path: `/purchase/${params.id}`,
  })

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { email } = await requireSession(request)
  const [part, { displayName }] = await Promise.all([
    orPageProblem(browserApi.getProduct({ params: { id: params.id } })),
    browserApi.getUser({ params: { email } }),
  ])
  return { part, buyer: { name: displayName ?? '', email } }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner />
}

/** Another part is another purchase: nothing typed for the one may land on the other. */
export default function PurchaseRoute({ loaderData: { part, buyer } }: Route.ComponentProps) {
  return <Purchase key={part._id} loaded={part} buyer={buyer} />
}

function Purchase({ loaded, buyer }: { loaded: Product; buyer: { name: string; email: string } }) {
  const { part, isGone, reload } = useFreshPart(loaded)
  const [typed, setTyped] = useKeptText('quantity typed', String(loaded.minimumOrder))
  const [ordered, setOrdered] = useKeptText('quantity ordered', String(loaded.minimumOrder))
  const quantity = Number(ordered)
  const [placed, setPlaced] = useState<Order>()
  const isBlocked = (typedFault(typed, part) ?? checkQuantity(quantity, part)) !== undefined
  // decided once: stock that runs out meanwhile must not take away what was typed
  const [isOnSale] = useState(!isSoldOut(loaded))

  function onPlaced(order: Order) {
    setPlaced(order)
    setTyped(undefined)
    setOrdered(undefined)
    void reload()
  }

  return (
    <div className="wrap">
      <PartBreadcrumb part={part} />
      <div className="part">
        <PartPlate part={part} drawing={drawingPath(part)} />
        <PartFacts part={part}>
          {!isOnSale && <SoldOut />}
          {isOnSale && !placed && (
            <QuantityBox
              part={part}
              typed={typed}
              onTyped={setTyped}
              ordered={quantity}
              onUpdate={(next) => setOrdered(String(next))}
            />
          )}
        </PartFacts>
      </div>
      {isOnSale && (
        <Sheet id="h-order" title={texts.orderTitle} className="sheet--next">
          {placed ? (
            <PlacedOrder order={placed} part={part} onAgain={() => setPlaced(undefined)} />
          ) : (
            <OrderForm
              part={part}
              quantity={quantity}
              buyer={buyer}
              isBlocked={isBlocked}
              isGone={isGone}
              onStale={reload}
              onPlaced={onPlaced}
            />
          )}
        </Sheet>
      )}
    </div>
  )
}

function isSoldOut({ minimumOrder, availableQuantity }: Product): boolean {
  return stockOf({ minimumOrder, available: availableQuantity }).isOut
}

function SoldOut() {
  return (
    <div className="qtybox">
      <ErrorText>{texts.soldOut}</ErrorText>
      <div className="form__acts">
        <LinkButton to="/parts">{productTexts.allParts}</LinkButton>
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  return <PageProblem />
}
