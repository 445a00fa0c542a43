import { searchTexts as texts } from '#contract/messages/search.ts'
import { categoryNames } from '#contract/products/categories.ts'
import type { Suggestions } from '#contract/products/search.ts'
import { browserApi } from '../api/browser-api.ts'

/** Typing that pauses for so long is looked up. */
const PAUSE_MS = 120

type Kind = keyof typeof texts.suggestionKinds
type Suggestion = { kind: Kind; text: string; more?: string; to: string }

const attached = new WeakSet<HTMLInputElement>()

/**
 * Makes a search box a combobox: what is typed is looked up, and a list under the box offers what it may become
 * (WAI-ARIA's pattern of an editable combobox with a list). The form goes on working as it is. Attaches once.
 */
export function attachSuggestions(input: HTMLInputElement, goTo: (address: string) => void): void {
  const form = input.form
  if (!form || attached.has(input)) return
  attached.add(input)
  const list = element('div', { role: 'listbox', id: 'suggestions', className: 'suggest', hidden: true })
  list.setAttribute('aria-label', texts.suggestions)
  const news = element('p', { role: 'status', className: 'vh' })
  form.append(list, news)
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value)

  let pause: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined
  let active = -1

  const options = () => [...list.querySelectorAll('a')]

  function show(isOpen: boolean): void {
    list.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) activate(-1)
  }

  function activate(next: number): void {
    const all = options()
    all[active]?.setAttribute('aria-selected', 'false')
    active = next
    const option = all[next]
    if (!option) {
      input.removeAttribute('aria-activedescendant')
      return
    }
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', option.id)
  }

  function close(): void {
    clearTimeout(pause)
    asking?.abort()
    show(false)
  }

  async function ask(): Promise<void> {
    asking?.abort()
    const q = input.value.trim()
    if (q === '') return close()
    const mine = new AbortController()
    asking = mine
    // the list only helps: where it cannot be had, the form searches
    const answer = await browserApi
      .suggestProducts({ query: { q } }, { signal: mine.signal })
      .catch(() => null)
    if (mine.signal.aborted || !answer || document.activeElement !== input) return
    const found = toSuggestions(answer)
    active = -1
    list.replaceChildren(...groupsOf(found))
    news.textContent = texts.suggested(found.length)
    show(found.length > 0)
  }

  function onKey(event: KeyboardEvent): void {
    const last = options().length - 1
    const moves: Record<string, () => void> = {
      ArrowDown: () => activate(active >= last ? -1 : active + 1),
      ArrowUp: () => activate(active < 0 ? last : active - 1),
      ...(active >= 0 && {
        Home: () => activate(0),
        End: () => activate(last),
        Enter: () => options()[active]?.click(),
      }),
      Escape: close,
    }
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const opens = list.hidden && event.key === 'ArrowDown' && last >= 0
    const move = opens ? () => show(true) : list.hidden ? undefined : moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  input.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(() => void ask(), PAUSE_MS)
  })
  input.addEventListener('keydown', onKey)
  input.addEventListener('blur', close)
  form.addEventListener('submit', close)
  // a press on the list leaves the focus in the box
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element ? event.target.closest('a') : null
    if (!option || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    close()
    goTo(option.pathname + option.search)
  })
  if (input.value.trim() !== '' && input.value !== input.defaultValue) void ask()
}

function toSuggestions({ numbers, words, parts, categories, brands }: Suggestions): Suggestion[] {
  const listOf = (name: string, value: string) => `/parts?${new URLSearchParams({ [name]: value })}`
  return [
    ...numbers.map((part) => ({
      ...({
        kind: 'number',
        text: part.partNumber,
        more: part.productName,
        to: `/parts/${part._id}`,
      } as const),
    })),
    ...words.map((text) => ({ kind: 'word', text, to: listOf('q', text) }) as const),
    ...parts.map((part) => ({ kind: 'part', text: part.productName, to: `/parts/${part._id}` }) as const),
    ...categories.map(
      (id) => ({ kind: 'category', text: categoryNames[id], to: listOf('category', id) }) as const,
    ),
    ...brands.map(
      (text) => ({ kind: 'brand', text, to: listOf('brand', text.replaceAll(',', ' ')) }) as const,
    ),
  ]
}

function groupsOf(found: Suggestion[]): HTMLElement[] {
  const kinds = [...new Set(found.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const heading = element('p', { id: `suggest-${kind}`, role: 'presentation' })
    heading.textContent = texts.suggestionKinds[kind]
    const group = element('div', { role: 'group' })
    group.setAttribute('aria-labelledby', heading.id)
    group.append(heading, ...found.filter((each) => each.kind === kind).map(optionOf))
    return group
  })
}

function optionOf({ kind, text, more, to }: Suggestion, at: number): HTMLElement {
  const option = element('a', { role: 'option', id: `suggest-${kind}-${at}`, href: to, tabIndex: -1 })
  option.setAttribute('aria-selected', 'false')
  const name = element('span', { className: kind === 'number' ? 'num' : '' })
  name.textContent = text
  option.append(name)
  if (more) {
    const detail = element('small', {})
    detail.textContent = more
    option.append(' ', detail)
  }
  return option
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
