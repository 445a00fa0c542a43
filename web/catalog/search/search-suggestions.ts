import type { Suggestions } from '#contract/catalog/search/search.ts'
import { searchTexts as texts } from '#contract/catalog/search/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { addressOf } from '../../platform/ui/address.ts'

const DEBOUNCE_MS = 120

const attached = new WeakSet<HTMLInputElement>()

type NamedCategory = { id: string; name: string }
type Box = {
  input: HTMLInputElement
  list: HTMLElement
  categories: readonly NamedCategory[]
  goTo: (address: string) => void
}

/** Fills the list of a search box, an editable combobox with a listbox (WAI-ARIA). The form works as before. Attaches once. */
export function attachSuggestions({ input, list, categories, goTo }: Box): void {
  const form = input.form
  if (!form || attached.has(input)) return
  attached.add(input)
  const status = element('p', { role: 'status', className: 'visually-hidden' })
  form.append(status)

  let debounceTimer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined
  let active = -1
  const options = () => [...list.querySelectorAll('a')]

  function show(isOpen: boolean): void {
    list.hidden = !isOpen
    input.ariaExpanded = String(isOpen)
    if (!isOpen) activate(-1)
  }

  function activate(next: number): void {
    active = next
    for (const [index, option] of options().entries()) option.ariaSelected = String(index === next)
    const option = options()[next]
    option?.scrollIntoView({ block: 'nearest' })
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }

  function stopLoading(): void {
    clearTimeout(debounceTimer)
    request?.abort()
  }

  function close(): void {
    stopLoading()
    show(false)
  }

  async function load(): Promise<void> {
    request?.abort()
    const q = input.value.trim()
    if (q === '') return close()
    request = new AbortController()
    const { signal } = request
    // without suggestions the form still searches
    const found = await browserApi.suggestProducts({ query: { q } }, { signal }).catch(() => undefined)
    if (signal.aborted || !found || document.activeElement !== input) return
    const groups = groupsOf(found, { listId: list.id, named: categories })
    active = -1
    list.replaceChildren(...groups)
    status.textContent = texts.suggested(options().length)
    show(groups.length > 0)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const move = moveOf(event.key)
    if (!move) return
    event.preventDefault()
    move()
  }

  function moveOf(key: string): (() => void) | undefined {
    const last = options().length - 1
    if (list.hidden) return key === 'ArrowDown' && last >= 0 ? () => show(true) : undefined
    if (key === 'ArrowDown') return () => activate(active >= last ? -1 : active + 1)
    if (key === 'ArrowUp') return () => activate(active < 0 ? last : active - 1)
    if (key === 'Escape') return close
    if (active < 0) return undefined
    if (key === 'Home') return () => activate(0)
    if (key === 'End') return () => activate(last)
    return key === 'Enter' ? () => options()[active]?.click() : undefined
  }

  input.addEventListener('input', () => {
    clearTimeout(debounceTimer)
    debounceTimer = setTimeout(() => void load(), DEBOUNCE_MS)
  })
  input.addEventListener('keydown', onKeyDown)
  input.addEventListener('blur', close)
  form.addEventListener('submit', close)
  list.addEventListener('pointerdown', (event) => {
    // the field keeps the focus, and no new list replaces the pressed option before the click
    event.preventDefault()
    stopLoading()
  })
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element ? event.target.closest('a') : null
    if (!option || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    close()
    goTo(option.pathname + option.search)
  })
  if (input.value.trim() !== '' && input.value !== input.defaultValue) void load()
}

const KINDS = ['number', 'word', 'part', 'category', 'brand'] as const
type Kind = (typeof KINDS)[number]
type Suggestion = { text: string; detail?: string; to: string }

function groupsOf(
  { numbers, words, parts, categories, brands }: Suggestions,
  { listId, named }: { listId: string; named: readonly NamedCategory[] },
): HTMLElement[] {
  const partPath = (id: string) => `/parts/${id}`
  const byKind: Record<Kind, Suggestion[]> = {
    number: numbers.map(({ partNumber, productName, _id }) => ({
      text: partNumber,
      detail: productName,
      to: partPath(_id),
    })),
    word: words.map((text) => ({ text, to: addressOf('/parts', { q: text }) })),
    part: parts.map(({ productName, _id }) => ({ text: productName, to: partPath(_id) })),
    category: categories.map((id) => ({
      text: named.find((one) => one.id === id)?.name ?? id,
      to: addressOf('/parts', { category: id }),
    })),
    brand: brands.map((text) => ({ text, to: addressOf('/parts', { brand: text.replaceAll(',', ' ') }) })),
  }
  return KINDS.filter((kind) => byKind[kind].length > 0).map((kind) => {
    const textContent = texts.suggestionKinds[kind]
    const heading = element('p', { id: `${listId}-${kind}`, role: 'presentation', textContent })
    const group = element('div', { role: 'group' })
    group.setAttribute('aria-labelledby', heading.id)
    group.append(heading, ...byKind[kind].map((item, index) => optionOf(item, `${listId}-${kind}-${index}`)))
    return group
  })
}

function optionOf({ text, detail, to }: Suggestion, id: string): HTMLElement {
  const option = element('a', { role: 'option', id, href: to, tabIndex: -1 })
  option.ariaSelected = 'false'
  option.append(element('span', { textContent: text }))
  if (detail) option.append(' ', element('small', { textContent: detail }))
  return option
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
