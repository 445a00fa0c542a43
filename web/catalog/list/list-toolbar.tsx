import { useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { productTexts, sortNames } from '#contract/catalog/products/texts.ts'
import { listTexts as texts } from '#contract/catalog/search/list-texts.ts'
import type { Counts } from '#contract/catalog/search/search.ts'
import { searchTexts } from '#contract/catalog/search/texts.ts'
import { Button } from '../../platform/ui/button.tsx'
import { useEarlyChoices } from '../../platform/ui/hydrated.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { useTopCategories } from '../part-types/categories.ts'
import { changeView, type PartsView, partsAddress } from '../products/parts-address.ts'
import { useAmountText } from './check.tsx'
import { Hidden, useShown } from './form-parts.tsx'
import { type PartsLayout, rememberPartsLayout, usePartsLayout } from './parts-layout.ts'

type Props = { view: PartsView; counts: Counts }

/** One row: filters (a sheet on small screens), category, order, layout. A choice acts at once, without JavaScript by a button. */
export function ListToolbar({ view, counts }: Props) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const apply = () => {
    if (!form.current) return
    const { category, sort } = Object.fromEntries(new FormData(form.current))
    const isSame = category === (view.category ?? '')
    const change = isSame ? {} : { category: String(category), type: undefined }
    const to = partsAddress(changeView(view, { ...change, sort: String(sort) }))
    if (to !== partsAddress(changeView(view, {}))) void navigate(to, { preventScrollReset: true })
  }
  useEarlyChoices(apply)
  return (
    <div className="list-bar">
      <Button className="list-bar__filters" popoverTarget="filters">
        <Icon name="menu" />
        <span>{searchTexts.filters}</span>
      </Button>
      <Form
        action="/parts"
        aria-label={productTexts.categoriesAndOrder}
        autoComplete="off"
        ref={form}
        onChange={apply}
      >
        <Hidden view={{ ...changeView(view, {}), category: undefined, sort: undefined }} />
        <CategorySelect view={view} counts={counts} />
        <SortSelect view={view} />
        <Button type="submit" className="without-script">
          {texts.apply}
        </Button>
      </Form>
      <LayoutSwitch view={view} />
    </div>
  )
}

const NO_PARTS = { parts: 0, isMore: false }

function CategorySelect({ view, counts }: Props) {
  const categories = useTopCategories()
  const amountText = useAmountText()
  const isSeveral = view.category?.includes(',')
  return (
    <label className="list-bar__select list-bar__category">
      <span className="visually-hidden">{texts.category}</span>
      <select name="category" {...useShown(view.category ?? '')}>
        <option value="">{productTexts.allParts}</option>
        {isSeveral && <option value={view.category}>{texts.several}</option>}
        {categories.map(({ id, name }) => {
          const amount = counts.categories.find((one) => one.category === id) ?? NO_PARTS
          return (
            <option key={id} value={id} disabled={amount.parts === 0 && view.category !== id}>
              {texts.choice(name, amountText(amount))}
            </option>
          )
        })}
      </select>
    </label>
  )
}

const { relevance: _, ...sortsWithoutQuery } = sortNames

function SortSelect({ view }: { view: PartsView }) {
  // only search results have a relevance, which is their default order
  const [[, first] = [], ...others] = Object.entries(view.q ? sortNames : sortsWithoutQuery)
  return (
    <label className="list-bar__select">
      <span>{texts.sort}</span>
      <select name="sort" {...useShown(view.sort ?? '')}>
        <option value="">{first}</option>
        {others.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

function LayoutSwitch({ view }: { view: PartsView }) {
  const navigate = useNavigate()
  const shown = usePartsLayout(view.view)
  const layouts: { layout: PartsLayout; text: string; icon: 'grid' | 'rows' }[] = [
    { layout: 'cards', text: texts.cards, icon: 'grid' },
    { layout: 'table', text: texts.table, icon: 'rows' },
  ]
  return (
    <nav className="layout-switch" aria-label={texts.view}>
      {layouts.map(({ layout, text, icon }) => (
        <a
          key={layout}
          className={`layout-switch__${layout}`}
          href={partsAddress({ ...view, view: layout === 'table' ? layout : undefined })}
          aria-current={shown === layout ? 'true' : undefined}
          aria-label={text}
          onClick={(event) => {
            if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            rememberPartsLayout(layout)
            // what the browser remembers decides from here on: an address that says something else would be a lie
            if (view.view) {
              void navigate(partsAddress({ ...view, view: undefined }), {
                replace: true,
                preventScrollReset: true,
              })
            }
          }}
        >
          <Icon name={icon} size={16} />
          <span>{text}</span>
        </a>
      ))}
    </nav>
  )
}
