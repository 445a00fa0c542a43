import type { SuggestedPart, Suggestions } from '#contract/catalog/search/search.ts'
import { searchTexts as texts } from '#contract/catalog/search/texts.ts'
import { formatPrice } from '#contract/platform/money.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { addressOf } from '../../platform/ui/address.ts'

const DEBOUNCE_MS = 120

const attached = new WeakSet<HTMLInputElement>()

type NamedCategory = { id: string; name: string; parent: string | null }
type Box = {
  input: HTMLInputElement
  list: HTMLElement
  locale: string
  categories: readonly NamedCategory[]
  goTo: (address: string) => void
}

const ALL_RESULTS = 'suggestions__all'

/** Fills the list of a search box, an editable combobox with a listbox (WAI-ARIA). The form works as before. Attaches once. */
export function attachSuggestions({ input, list, locale, categories, goTo }: Box): void {
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
    const groups = groupsOf({ found, q, listId: list.id, locale, named: categories })
    active = -1
    list.replaceChildren(...groups)
    status.textContent = texts.suggested(list.querySelectorAll(`a:not(.${ALL_RESULTS})`).length)
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
type Shown = {
  found: Suggestions
  q: string
  listId: string
  locale: string
  named: readonly NamedCategory[]
}

/** The options by kind, and the way to all results; none where nothing is suggested. */
function groupsOf({ found, q, listId, locale, named }: Shown): HTMLElement[] {
  const { numbers, words, parts, categories, brands } = found
  const toPart = (part: SuggestedPart) => partOption(part, locale)
  const byKind: Record<Kind, HTMLElement[]> = {
    number: numbers.map(toPart),
    word: words.map((text) => wordOption(text, addressOf('/parts', { q: text }))),
    part: parts.map(toPart),
    category: categories.map((id) => {
      const { name = id, parent = null } = named.find((one) => one.id === id) ?? {}
      const place = parent === null ? { category: id } : { category: parent, subcategory: id }
      return wordOption(name, addressOf('/parts', place))
    }),
    brand: brands.map((text) => wordOption(text, addressOf('/parts', { brand: text.replaceAll(',', ' ') }))),
  }
  const groups = KINDS.filter((kind) => byKind[kind].length > 0).map((kind) => {
    const textContent = texts.suggestionKinds[kind]
    const heading = element('p', { id: `${listId}-${kind}`, role: 'presentation', textContent })
    const group = element('div', { role: 'group', className: `suggestions__${kind}` })
    group.setAttribute('aria-labelledby', heading.id)
    group.append(heading, ...byKind[kind])
    return group
  })
  if (groups.length === 0) return []
  const all = wordOption(texts.allResults(q), addressOf('/parts', { q }))
  all.className = ALL_RESULTS
  for (const [index, option] of [
    ...groups.flatMap((group) => [...group.querySelectorAll('a')]),
    all,
  ].entries())
    option.id = `${listId}-${index}`
  return [...groups, all]
}

function wordOption(textContent: string, href: string): HTMLAnchorElement {
  const option = optionTo(href)
  option.append(element('span', { textContent }))
  return option
}

/** Spaces between the elements keep the words of the option's name apart. */
function partOption(part: SuggestedPart, locale: string): HTMLAnchorElement {
  const { marks, partNumber, productName, currency, stock } = part
  const option = optionTo(`/parts/${part._id}`)
  const name = element('span', { className: 'suggestion__name' })
  const title = element('strong', {})
  title.append(...marked(productName, marks.productName))
  name.append(title, ' ')
  if (partNumber) {
    const number = element('small', { className: 'numeric' })
    number.append(...marked(partNumber, marks.partNumber))
    name.append(number)
  }
  const price = element('span', { className: 'suggestion__price' })
  const amount = formatPrice(part.price, { currency, locale })
  price.append(
    element('span', { className: 'price', textContent: amount }),
    ' ',
    element('small', { className: `stock-word stock-word--${stock}`, textContent: texts.stockWords[stock] }),
  )
  option.classList.add('suggestion')
  option.append(thumbnail(part), ' ', name, ' ', price)
  return option
}

function thumbnail({ picture, drawing }: SuggestedPart): HTMLElement {
  const image = element('img', {
    src: picture,
    alt: '',
    width: 52,
    height: 39,
    referrerPolicy: 'no-referrer',
  })
  const show = () => {
    image.className = image.getAttribute('src')?.startsWith('/drawings/') ? 'drawing' : 'photo'
  }
  image.addEventListener(
    'error',
    () => {
      image.src = drawing
      show()
    },
    { once: true },
  )
  show()
  const frame = element('span', { className: 'figure' })
  frame.append(image)
  return frame
}

function marked(text: string, ranges: [number, number][]): (string | HTMLElement)[] {
  let end = 0
  const pieces = ranges.flatMap(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return [before, element('mark', { textContent: text.slice(from, to) })]
  })
  return [...pieces, text.slice(end)]
}

function optionTo(href: string): HTMLAnchorElement {
  const option = element('a', { role: 'option', href, tabIndex: -1 })
  option.ariaSelected = 'false'
  return option
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
