import { cardControlTexts as texts } from '#contract/messages/card-control.ts'
import { callFaults, eventFaults, faultyCalls } from '#database/column-values.ts'

/** The values of a rejected form, which is shown with them again. */
export type FormValues = Record<string, string>

export function callForm(values: FormValues): string {
  const own = values.target === 'events' ? {} : values
  return `<form method="post" class="fault" aria-label="${texts.calls}">
${choice({ id: 'calls-target', name: 'target', label: texts.target, values: own }, optionsOf(faultyCalls, texts.targets))}
${choice({ id: 'calls-act', name: 'act', label: texts.act, values: own }, optionsOf(callFaults, texts.acts))}
${numbers('calls', own)}</form>`
}

export function eventForm(values: FormValues): string {
  const own = values.target === 'events' ? values : {}
  return `<form method="post" class="fault" aria-label="${texts.events}">
<input type="hidden" name="target" value="events">
${choice({ id: 'events-act', name: 'act', label: texts.act, values: own }, optionsOf(eventFaults, texts.acts))}
${numbers('events', own)}</form>`
}

type Field = { id: string; name: string; label: string; values: FormValues }

function optionsOf<Value extends string>(values: readonly Value[], labels: Record<Value, string>) {
  return values.map((value) => ({ value, text: labels[value] }))
}

function choice({ id, name, label, values }: Field, choices: { value: string; text: string }[]): string {
  const options = choices.map(
    ({ value, text }) =>
      `<option value="${value}"${values[name] === value ? ' selected' : ''}>${text}</option>`,
  )
  return `<div><label for="${id}">${label}</label><select id="${id}" name="${name}">${options.join('')}</select></div>`
}

function numbers(form: string, values: FormValues): string {
  const { delay, delayHint, share, shareHint, remaining, remainingHint, add } = texts
  const field = (name: string, label: string) => ({ id: `${form}-${name}`, name, label, values })
  return `${number(field('delayMs', delay), { min: 0, max: 60_000, hint: delayHint })}
${number(field('share', share), { min: 1, max: 100, hint: shareHint })}
${number(field('remaining', remaining), { min: 1, max: 100_000, hint: remainingHint })}
<button name="do" value="add" class="go">${add}</button>`
}

function number(
  { id, name, label, values }: Field,
  { min, max, hint }: { min: number; max: number; hint: string },
): string {
  // input of a visitor must not reach the page unchecked
  const value = /^\d{1,6}$/.test(values[name] ?? '') ? values[name] : ''
  return `<div><label for="${id}">${label}</label><input id="${id}" name="${name}" type="number" inputmode="numeric" min="${min}" max="${max}" value="${value}" aria-describedby="${id}-hint"><small id="${id}-hint">${hint}</small></div>`
}
