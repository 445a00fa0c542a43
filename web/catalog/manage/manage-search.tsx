import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { partFieldLabels } from '#contract/messages/part-fields.ts'
import { type Category, categoryIds, categoryNames } from '#contract/products/categories.ts'
import { Button } from '../../ui/button.tsx'

export type ManageView = { q: string | undefined; category: Category | undefined }

/** Words and a shelf; the address holds both, and the fields follow it without losing the keyboard. */
export function ManageSearch({ view: { q, category } }: { view: ManageView }) {
  const words = useRef<HTMLInputElement>(null)
  const shelf = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (words.current) words.current.value = q ?? ''
    if (shelf.current) shelf.current.value = category ?? ''
  }, [q, category])
  return (
    <Form role="search" className="filters filters--find">
      <select
        ref={shelf}
        className="choice"
        name="category"
        aria-label={partFieldLabels.category}
        defaultValue={category ?? ''}
      >
        <option value="">{texts.allCategories}</option>
        {categoryIds.map((id) => (
          <option key={id} value={id}>
            {categoryNames[id]}
          </option>
        ))}
      </select>
      <div className="find">
        <input
          ref={words}
          type="search"
          name="q"
          maxLength={200}
          aria-label={texts.searchLabel}
          placeholder={texts.searchWords}
          defaultValue={q}
        />
        <Button type="submit">{texts.search}</Button>
      </div>
    </Form>
  )
}
