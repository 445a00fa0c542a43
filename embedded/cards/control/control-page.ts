import type { FastifyReply } from 'fastify'
import { cardControlTexts as texts } from '#contract/messages/card-control.ts'
import { disputeStatusText } from '#contract/messages/disputes.ts'
import { callFaults, eventFaults, faultyCalls } from '#database/column-values.ts'
import type { Db } from '#database/open.ts'
import type { CardSandboxDeps } from '../deps.ts'
import { openDisputes } from './control-disputes.ts'
import { type Fault, listFaults } from './faults.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const EVENTS_SHOWN = 10

/** The values of a rejected form, which is shown with them again. */
type FormValues = Record<string, string>

export async function sendControlPage(
  reply: FastifyReply,
  { db }: CardSandboxDeps,
  rejected?: FormValues,
): Promise<FastifyReply> {
  const [faults, events, disputes] = await Promise.all([listFaults(db), latestEvents(db), openDisputes(db)])
  const main = [
    `<h1>${texts.title}</h1><p>${texts.intro}</p>`,
    rejected ? `<p class="problem" role="alert">${texts.refused}</p>` : '',
    section(texts.inForce, faults.length === 0 ? `<p>${texts.calm}</p>` : showFaults(faults)),
    section(texts.calls, `<p class="quiet">${texts.callsHint}</p>${callForm(rejected ?? {})}`),
    section(texts.events, `<p class="quiet">${texts.eventsHint}</p>${eventForm(rejected ?? {})}`),
    section(texts.disputes, `<p class="quiet">${texts.disputesHint}</p>${showDisputes(disputes)}`),
    section(texts.latest, events.length === 0 ? `<p>${texts.noEvents}</p>` : showEvents(events)),
    `<p><a href="/">${texts.back}</a></p>`,
  ].join('\n')
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      // without a referrer the browser sends `Origin: null`, which `refuseOtherSites` refuses
      'referrer-policy': 'same-origin',
    })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${texts.title}</title><link rel="icon" href="/drawings/logo.svg" type="image/svg+xml"><link rel="stylesheet" href="/payments/control.css"></head><body><main>${main}</main></body></html>`,
    )
}

type ListedEvent = Awaited<ReturnType<typeof latestEvents>>[number]

function latestEvents(db: Db) {
  return (
    db
      .selectFrom('cards.events')
      .select(['type', 'delivered_at', 'next_attempt_at', 'created_at'])
      // only events to which the store subscribes
      .where((is) =>
        is.or([is('next_attempt_at', 'is not', null), is('attempts', '>', 0), is('disturbed', '=', true)]),
      )
      .orderBy('position', 'desc')
      .limit(EVENTS_SHOWN)
      .execute()
  )
}

function section(title: string, body: string): string {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`
}

function showFaults(faults: Fault[]): string {
  const rows = faults.map((fault) => {
    const { id, target, act, delayMs, share } = fault
    const name = `${texts.targets[target]} ${texts.acts[act]}`
    return row([
      texts.targets[target],
      texts.acts[act],
      delayMs === 0 ? '–' : delayMs.toLocaleString('en-US'),
      share === 1 ? texts.whole : `${Math.round(share * 100)}`,
      remainingText(fault),
      `<form method="post"><input type="hidden" name="id" value="${id}"><button name="do" value="remove" aria-label="${texts.remove}: ${name}">${texts.remove}</button></form>`,
    ])
  })
  const head = [texts.target, texts.act, texts.delay, texts.share, texts.remaining, '']
  return `${table(texts.inForce, head, rows)}<form method="post"><button name="do" value="reset">${texts.reset}</button></form>`
}

function remainingText({ remaining }: Fault): string {
  if (remaining === null) return texts.always
  return remaining === 0 ? texts.usedUp : remaining.toLocaleString('en-US')
}

type ListedDispute = Awaited<ReturnType<typeof openDisputes>>[number]

function showDisputes(disputes: ListedDispute[]): string {
  if (disputes.length === 0) return `<p>${texts.noDisputes}</p>`
  const rows = disputes.map(({ id, intentId, status, amount, verdicts }) => {
    const buttons = verdicts.map(
      (verdict) =>
        `<button name="do" value="${verdict}" aria-label="${texts.verdicts[verdict]}: ${id}">${texts.verdicts[verdict]}</button>`,
    )
    const form = `<form method="post"><input type="hidden" name="id" value="${id}">${buttons.join(' ')}</form>`
    return row([`<code>${intentId}</code>`, amount, disputeStatusText(status), form])
  })
  return table(texts.disputes, [texts.payment, texts.amount, texts.state, ''], rows)
}

function showEvents(events: ListedEvent[]): string {
  const rows = events.map((event) => {
    const at = event.created_at.toISOString()
    const time = `<time datetime="${at}">${at.slice(11, 19)} UTC</time>`
    return row([time, event.type, stateOf(event)])
  })
  return table(texts.latest, [texts.when, texts.event, texts.state], rows)
}

function stateOf({ delivered_at, next_attempt_at }: ListedEvent): string {
  if (delivered_at) return texts.delivered
  return next_attempt_at ? texts.waiting : texts.lost
}

function table(caption: string, head: string[], rows: string[]): string {
  const heads = head.map((name) => (name ? `<th scope="col">${name}</th>` : '<td></td>')).join('')
  return `<div class="wide" role="group" aria-label="${caption}" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function row(cells: string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

function callForm(values: FormValues): string {
  const own = values.target === 'events' ? {} : values
  return `<form method="post" class="fault" aria-label="${texts.calls}">
${choice({ id: 'calls-target', name: 'target', label: texts.target, values: own }, optionsOf(faultyCalls, texts.targets))}
${choice({ id: 'calls-act', name: 'act', label: texts.act, values: own }, optionsOf(callFaults, texts.acts))}
${numbers('calls', own)}</form>`
}

function eventForm(values: FormValues): string {
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
