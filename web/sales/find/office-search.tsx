import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Role } from '#contract/platform/auth/roles.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { findTexts as texts } from '#contract/sales/find/texts.ts'
import { errorMessage } from '../../platform/api/error-message.ts'
import { useCountText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { type Group, groupsOf, type Option } from './found-options.ts'
import { markWords } from './mark-words.ts'
import { type Answer, useFound } from './use-found.ts'

const LIST_ID = 'found-list'

/** The search of the back office: an editable combobox with a listbox (WAI-ARIA), whose first option is chosen. */
export function OfficeSearch({ role }: { role: Role }) {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const countText = useCountText()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  /** The query for which Enter was pressed before its answer: a scanner types fast. */
  const entered = useRef<string>(undefined)
  const query = text.trim()
  const { answer, ask } = useFound(query, onAnswer)
  useSlashKey(field)

  const found = answer && 'found' in answer ? answer : undefined
  const groups = isOpen && found ? groupsOf(found.found, { query: found.query, role, countText }) : []
  const options = groups.flatMap((group) => group.options)
  const message = isOpen && query !== '' ? messageOf(answer, options) : ''
  const isShown = isOpen && (options.length > 0 || message !== '')

  function onAnswer(next: Answer) {
    setActive(0)
    const isWaited = entered.current === next.query && 'found' in next
    entered.current = undefined
    if (!isWaited) return
    const [first] = groupsOf(next.found, { query: next.query, role, countText }).flatMap(
      (group) => group.options,
    )
    if (first?.exact) open(first.to)
  }

  function open(address: string) {
    setOpen(false)
    setText('')
    void navigate(address)
  }

  function enter() {
    const option = options[active]
    if (answer?.query === query && option) return open(option.to)
    if (query === '') return
    entered.current = query
    setOpen(true)
    // an error is asked again
    if (answer?.query === query && 'error' in answer) ask()
  }

  function moveOf(key: string): (() => void) | undefined {
    if (key === 'Enter') return enter
    if (!isShown) return key === 'ArrowDown' && query !== '' ? () => setOpen(true) : undefined
    if (key === 'Escape') return () => setOpen(false)
    const { length } = options
    if (length === 0) return undefined
    if (key === 'ArrowDown') return () => setActive((active + 1) % length)
    if (key === 'ArrowUp') return () => setActive((active + length - 1) % length)
    return undefined
  }

  function onKeyDown(event: KeyboardEvent) {
    const { nativeEvent, altKey, ctrlKey, metaKey, shiftKey } = event
    if (nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return
    const move = moveOf(event.key)
    if (!move) return
    event.preventDefault()
    move()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a form of this role, which has no other way to be named
    <form
      role="search"
      className="find"
      aria-label={texts.label}
      onSubmit={(event) => event.preventDefault()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <svg className="find__icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M8.5 3a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M13 13l4.5 4.5" />
      </svg>
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label={texts.label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={LIST_ID}
        aria-activedescendant={isShown ? options[active]?.id : undefined}
        aria-keyshortcuts="/"
        placeholder={texts.placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      {isShown && <div className="find__veil" />}
      <div className="find__panel" hidden={!isShown} onPointerDown={keepFocus}>
        <div role="listbox" id={LIST_ID} aria-label={texts.results}>
          {groups.map((group) => (
            <OptionGroup
              key={group.id}
              group={group}
              query={found?.query ?? ''}
              activeId={options[active]?.id}
              onOpen={open}
            />
          ))}
        </div>
        {message && (
          <div className="find__message">
            <p aria-hidden="true">{message}</p>
            {answer && 'error' in answer && <Button onClick={ask}>{uiTexts.retry}</Button>}
          </div>
        )}
        {options.length > 0 && <p className="find__keys">{texts.keys}</p>}
      </div>
      <p role="status" className="visually-hidden">
        {message || (options.length > 0 ? texts.found(options.length) : '')}
      </p>
    </form>
  )
}

function messageOf(answer: Answer | undefined, options: Option[]): string {
  if (!answer) return uiTexts.loading
  if ('error' in answer) return errorMessage(answer.error).text
  return options.length === 0 ? texts.nothing(answer.query) : ''
}

type GroupProps = { group: Group; query: string; activeId: string | undefined; onOpen: (to: string) => void }

function OptionGroup({ group: { id, title, options }, query, activeId, onOpen }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, these are options
    <div role="group" aria-labelledby={`found-${id}`}>
      <p id={`found-${id}`} role="presentation">
        {title}
      </p>
      {options.map((option) => (
        <OptionRow
          key={option.id}
          option={option}
          query={id === 'more' ? '' : query}
          isActive={option.id === activeId}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

type RowProps = { option: Option; query: string; isActive: boolean; onOpen: (to: string) => void }

function OptionRow({ option: { id, to, name, detail, aside }, query, isActive, onOpen }: RowProps) {
  const row = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(to)
  }
  return (
    <a ref={row} role="option" id={id} href={to} tabIndex={-1} aria-selected={isActive} onClick={onClick}>
      <span className="find__name">
        <Marked text={name} query={query} />
      </span>
      {detail && (
        <small className="find__detail">
          <Marked text={detail} query={query} />
        </small>
      )}
      {aside && <span className="find__aside">{aside}</span>}
    </a>
  )
}

function Marked({ text, query }: { text: string; query: string }) {
  return markWords(text, query).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
    piece.isMarked ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  )
}

function keepFocus(event: { target: EventTarget; preventDefault(): void }) {
  if (!(event.target instanceof Element && event.target.closest('button'))) event.preventDefault()
}

/** "/" outside fields and dialogs moves the focus to the search. */
function useSlashKey(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof Element && target.matches('input, textarea, select, [contenteditable]')
      const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key !== '/' || !isPlain || isTyping || document.querySelector('dialog[open]')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
