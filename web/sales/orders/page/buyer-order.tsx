import { useState } from 'react'
import { Link } from 'react-router'
import type { OrderLine } from '#contract/sales/orders/lines.ts'
import { orderPageTexts as texts } from '#contract/sales/orders/order-page-texts.ts'
import { canPay } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { historyText, orderTexts } from '#contract/sales/orders/texts.ts'
import { useStore, useTakesCards } from '../../../platform/api/store-config.ts'
import { rowAction } from '../../../platform/forms/row-action.ts'
import { Time, usePriceText } from '../../../platform/layout/price.tsx'
import { Button, LinkButton } from '../../../platform/ui/button.tsx'
import { notify } from '../../../platform/ui/notice.tsx'
import { addPartsToCart } from '../../cart/open-cart.ts'
import { partsAgain, quoteParts } from './buy-again.ts'
import { OrderAddress } from './order-address.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { BuyerLines, type Quoted, soldPart } from './order-lines.tsx'
import { stepsOf } from './order-steps.ts'

/** The page of an order for its buyer. */
export function BuyerOrder({ order, quoted }: { order: Order; quoted: Quoted }) {
  const { number, lines, createdAt, total, currency } = order
  const takesCards = useTakesCards()
  const priceText = usePriceText()
  return (
    <div className="order-page">
      <div className="page-heading order-page__head">
        <div>
          <nav aria-label={texts.breadcrumb}>
            <ol className="breadcrumb">
              <li>
                <Link to="/dashboard/orders">{orderTexts.myTitle}</Link>
              </li>
              <li aria-current="page" className="numeric">
                {number}
              </li>
            </ol>
          </nav>
          <h1>{orderTexts.orderWithNumber(number)}</h1>
          <p>
            <span>{`${texts.placedOn} `}</span>
            <Time at={createdAt} />
          </p>
        </div>
        <div className="actions">
          {takesCards && canPay(order) && (
            <LinkButton to={`/dashboard/payment/${order._id}`} variant="primary">
              {texts.pay(priceText(total, currency))}
            </LinkButton>
          )}
          <BuyAgain lines={lines} text={texts.buyAgain} />
        </div>
      </div>
      <Progress order={order} />
      <BuyerLines
        order={order}
        quoted={quoted}
        action={(line) =>
          lines.length > 1 &&
          soldPart(line, quoted) && (
            <BuyAgain lines={[line]} text={texts.buyAgain} label={texts.buyPartAgain(line.name)} />
          )
        }
      />
      <div className="order-page__columns">
        <section>
          <h2>{texts.delivery}</h2>
          <OrderAddress order={order} noteLabel={texts.note} />
        </section>
        <section>
          <h2>{texts.documents}</h2>
          <OrderDocuments order={order} />
          <Contact number={number} />
        </section>
        <section>
          <h2>{texts.history}</h2>
          <History order={order} />
        </section>
      </div>
    </div>
  )
}

function Progress({ order }: { order: Order }) {
  const takesCards = useTakesCards()
  return (
    <ol className="order-steps" aria-label={texts.progress}>
      {stepsOf(order, { takesCards, now: Date.now() }).map(({ label, state, at, until, text }) => (
        <li key={label} className={`is-${state}`}>
          <b>{label}</b>
          <span className="visually-hidden">{`, ${texts.states[state]}`}</span>
          {at && <Time at={at} />}
          {until && (
            <span>
              <span>{`${texts.payBy} `}</span>
              <Time at={until} />
            </span>
          )}
          {text && <span>{text}</span>}
        </li>
      ))}
    </ol>
  )
}

function BuyAgain({ lines, text, label }: { lines: OrderLine[]; text: string; label?: string }) {
  const [isBusy, setBusy] = useState(false)
  async function buy() {
    setBusy(true)
    await rowAction(async () => {
      const { wanted, missing, fewer, more } = partsAgain(lines, await quoteParts(lines))
      if (wanted.length > 0) await addPartsToCart(wanted)
      const said = [
        ...(missing.length > 0 ? [texts.notSold(missing)] : []),
        ...(fewer.length > 0 ? [texts.fewer(fewer)] : []),
        ...(more.length > 0 ? [texts.more(more)] : []),
      ]
      for (const one of said) notify({ text: one, variant: 'info' })
      return undefined
    })
    setBusy(false)
  }
  return (
    <Button
      {...(label && { size: 'small' as const })}
      aria-label={label}
      aria-busy={isBusy}
      onClick={isBusy ? undefined : buy}
    >
      {text}
    </Button>
  )
}

function Contact({ number }: { number: number }) {
  const { phone } = useStore()
  if (!phone) return null
  return (
    <p className="order-page__contact">
      <span>{`${texts.wrong} `}</span>
      <a className="numeric" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
        {phone}
      </a>
      <span>{`, ${texts.say(number)}`}</span>
    </p>
  )
}

function History({ order: { history, currency } }: { order: Order }) {
  const priceText = usePriceText()
  return (
    <ol className="order-history">
      {history.map((change) => (
        <li key={`${change.at} ${change.field}`}>
          <b>{historyText(change, (amount) => priceText(amount, currency))}</b>
          <Time at={change.at} />
        </li>
      ))}
    </ol>
  )
}
