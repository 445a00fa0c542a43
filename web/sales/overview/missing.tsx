import type { MissingItem } from '#contract/sales/overview/overview.ts'
import { missingTexts as texts } from '#contract/sales/overview/texts.ts'
import { useCountText } from '../../platform/layout/price.tsx'
import { LinkButton } from '../../platform/ui/button.tsx'

/** Where each is filled in; null: in the environment. */
const pages: Record<MissingItem, string | null> = {
  name: '/dashboard/store',
  address: '/dashboard/store',
  phone: '/dashboard/store',
  tax: '/dashboard/store',
  hours: '/dashboard/store',
  parts: '/dashboard/importParts',
  pictures: '/dashboard/manageProduct',
  payments: 'https://dashboard.stripe.com/apikeys',
  mail: null,
  secondAdmin: '/dashboard/makeAdmin',
}

/** What a shop still needs; nothing once it has all. */
export function MissingList({ missing }: { missing: MissingItem[] }) {
  const countText = useCountText()
  if (missing.length === 0) return null
  return (
    <section className="missing" aria-labelledby="h-missing">
      <header>
        <h2 id="h-missing">{texts.title}</h2>
        <p>{texts.stillNeeds(missing.length, countText(missing.length))}</p>
      </header>
      <ol>
        {missing.map((item) => (
          <Item key={item} item={item} />
        ))}
      </ol>
    </section>
  )
}

function Item({ item }: { item: MissingItem }) {
  const { title, text, button } = texts.items[item]
  const page = pages[item]
  return (
    <li>
      <h3>{title}</h3>
      <p>{text}</p>
      {page !== null && button && (
        <LinkButton to={page} size="small">
          {button}
        </LinkButton>
      )}
    </li>
  )
}
