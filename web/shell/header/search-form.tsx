import { useEffect, useRef } from 'react'
import { Form, useNavigate, useSearchParams } from 'react-router'
import { searchTexts } from '#contract/catalog/search/texts.ts'
import { layoutTexts as texts } from '#contract/platform/texts/layout.ts'
import { useCategories } from '../../catalog/part-types/categories.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { Button } from '../../platform/ui/button.tsx'

const FIELD_ID = 'search'

/** Moves the focus to the search of the navigation bar, which stands below the header as long as it has the focus. */
export function focusSearch(): void {
  const field = document.getElementById(FIELD_ID)
  if (!(field instanceof HTMLInputElement)) return
  field.focus({ preventScroll: true })
  // `select` would scroll to where the field was before it had the focus
  if (field.value !== '') requestAnimationFrame(() => field.select())
}

/** The search for parts: a plain form, whose suggestions are loaded when its field gets the focus. */
export function SearchForm({ place }: { place: 'bar' | 'drawer' }) {
  const query = useSearchParams()[0].get('q') ?? ''
  const navigate = useNavigate()
  const categories = useCategories()
  const { locale } = useStore()
  const list = useRef<HTMLDivElement>(null)
  const id = place === 'bar' ? FIELD_ID : `${FIELD_ID}-${place}`
  const suggest = (input: HTMLInputElement) =>
    void import('../../catalog/search/search-suggestions.ts').then(
      ({ attachSuggestions }) => {
        if (list.current)
          attachSuggestions({
            input,
            list: list.current,
            locale,
            categories,
            goTo: (address) => void navigate(address),
          })
      },
      () => {},
    )
  return (
    <Form className="search" role="search" action="/parts" key={query}>
      <input
        type="search"
        role="combobox"
        name="q"
        id={id}
        aria-label={texts.searchLabel}
        aria-autocomplete="list"
        aria-expanded={false}
        aria-controls={`${id}-list`}
        aria-keyshortcuts={place === 'bar' ? '/' : undefined}
        placeholder={texts.searchPlaceholder}
        defaultValue={query}
        maxLength={200}
        // otherwise the browser's Back fills in the query of another page
        autoComplete="off"
        enterKeyHint="search"
        // the field may have the focus before hydration
        ref={(input) => {
          if (input && input === document.activeElement) suggest(input)
        }}
        onFocus={(event) => suggest(event.currentTarget)}
      />
      <Button type="submit">{texts.search}</Button>
      <div
        ref={list}
        className="suggestions"
        role="listbox"
        id={`${id}-list`}
        aria-label={searchTexts.suggestions}
        hidden
      />
    </Form>
  )
}

/** "/" outside fields and dialogs moves the focus to the search; not in the back office, which has its own. */
export function useSlashKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof Element && target.matches('input, textarea, select, [contenteditable]')
      const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key !== '/' || !isPlain || isTyping || document.querySelector('dialog[open]')) return
      if (!document.getElementById(FIELD_ID)?.checkVisibility()) return
      event.preventDefault()
      focusSearch()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
