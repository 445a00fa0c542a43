import { cardControlTexts as texts } from '#contract/messages/card-control.ts'
import { callFaults, eventFaults, faultyCalls } from '#database/column-values.ts'

/** The values of a form that was refused: it is shown with them again. */
export type Typed = Record<string, string>

export function callForm(typed: Typed): string {
  const own = typed.target === 'events' ? {} : typed
  return `<form method="post" class="fault" aria-label="${texts.calls}">
${choice({ id: 'calls-target', name: 'target', label: texts.target, typed: own }, wordsOf(faultyCalls, texts.targets))}
${choice({ id: 'calls-act', name: 'act', label: texts.act, typed: own }, wordsOf(callFaults, texts.acts))}
${numbers('calls', own)}</form>`
}

export function eventForm(typed: Typed): string {
  const own = typed.target === 'events' ? typed : {}
  return `<form method="post" class="fault" aria-label="${texts.events}">
<input type="hidden" name="target" value="events">
${choice({ id: 'events-act', name: 'act', label: texts.act, typed: own }, wordsOf(eventFaults, texts.acts))}
${numbers('events', own)}</form>`
}

type Field = { id: string; name: string; label: string; typed: Typed }

function wordsOf<Value extends string>(values: readonly Value[], words: Record<Value, string>) {
  return values.map((value): [string, string] => [value, words[value]])
}

function choice({ id, name, label, typed }: Field, values: [string, string][]): string {
  const options = values.map(
    ([value, words]) =>
      `<option value="${value}"${typed[name] === value ? ' selected' : ''}>${words}</option>`,
  )
  return `<div><label for="${id}">${label}</label><select id="${id}" name="${name}">${options.join('')}</select></div>`
}

function numbers(form: string, typed: Typed): string {
  const { delay, delayHint, share, shareHint, remaining, remainingHint, add } = texts
  const field = (name: string, label: string) => ({ id: `${form}-${name}`, name, label, typed })
  return `${number(field('delayMs', delay), { min: 0, max: 60_000, hint: delayHint })}
${number(field('share', share), { min: 1, max: 100, hint: shareHint })}
${number(field('remaining', remaining), { min: 1, max: 100_000, hint: remainingHint })}
<button name="do" value="add" class="go">${add}</button>`
}

function number(
  { id, name, label, typed }: Field,
  { min, max, hint }: { min: number; max: number; hint: string },
): string {
  // it comes from a form and goes into a page
  const value = /^\d{1,6}$/.test(typed[name] ?? '') ? typed[name] : ''
  return `<div><label for="${id}">${label}</label><input id="${id}" name="${name}" type="number" inputmode="numeric" min="${min}" max="${max}" value="${value}" aria-describedby="${id}-hint"><small id="${id}-hint">${hint}</small></div>`
}
