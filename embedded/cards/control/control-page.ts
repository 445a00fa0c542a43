import type { FastifyReply } from 'fastify'
import { cardControlTexts as texts } from '#contract/sales/payments/card-control-texts.ts'
import { disputeStatusText } from '#contract/sales/payments/dispute-texts.ts'
import { callFaults, eventFaults, faultyCalls } from '#database/column-values.ts'
import type { Db } from '#database/open.ts'
import { formatAmount, isInquiry } from '../http/bodies.ts'
import { type Fault, listFaults } from './faults.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const EVENTS_SHOWN = 10
const DISPUTES_SHOWN = 20

/** The fields of a rejected form, which the page shows again. */
type Form = Record<string, string>

export async function sendControlPage(reply: FastifyReply, db: Db, rejected?: Form): Promise<FastifyReply> {
  const [faults, events, disputes] = await Promise.all([listFaults(db), latestEvents(db), openDisputes(db)])
  const rejectedEvents = rejected?.target === 'events' ? rejected : {}
  const rejectedCalls = rejected?.target === 'events' ? {} : (rejected ?? {})
  const main = [
    `<h1>${texts.title}</h1><p>${texts.intro}</p>`,
    rejected ? `<p class="error" role="alert">${texts.refused}</p>` : '',
    section(texts.inForce, faults.length === 0 ? `<p>${texts.calm}</p>` : showFaults(faults)),
    section(texts.calls, `<p class="quiet">${texts.callsHint}</p>${callForm(rejectedCalls)}`),
    section(texts.events, `<p class="quiet">${texts.eventsHint}</p>${eventForm(rejectedEvents)}`),
    section(texts.disputes, `<p class="quiet">${texts.disputesHint}</p>${showDisputes(disputes)}`),
    section(texts.latest, events.length === 0 ? `<p>${texts.noEvents}</p>` : showEvents(events)),
    `<p><a href="/">${texts.back}</a></p>`,
  ].join('\n')
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      // without a referrer the browser sends `Origin: null`, which `rejectOtherSites` rejects
      'referrer-policy': 'same-origin',
    })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${texts.title}</title><link rel="icon" href="/drawings/logo.svg" type="image/svg+xml"><link rel="stylesheet" href="/payments/control.css"></head><body><main>${main}</main></body></html>`,
    )
}

function latestEvents(db: Db) {
  return db
    .selectFrom('cards.events')
    .select(['type', 'delivered_at', 'next_attempt_at', 'created_at'])
    .orderBy('position', 'desc')
    .limit(EVENTS_SHOWN)
    .execute()
}

function openDisputes(db: Db) {
  return db
    .selectFrom('cards.disputes')
    .innerJoin('cards.intents as intent', 'intent.id', 'cards.disputes.intent_id')
    .select(['cards.disputes.id', 'cards.disputes.intent_id', 'cards.disputes.status'])
    .select(['cards.disputes.amount_minor', 'intent.currency'])
    .where('cards.disputes.status', 'not in', ['won', 'lost', 'warning_closed'])
    .orderBy('cards.disputes.created_at', 'desc')
    .orderBy('cards.disputes.id')
    .limit(DISPUTES_SHOWN)
    .execute()
}

function section(title: string, body: string): string {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`
}

function showFaults(faults: Fault[]): string {
  const rows = faults.map(({ id, target, act, delayMs, share, remaining }) => {
    const name = `${texts.targets[target]} ${texts.acts[act]}`
    const times = remaining === 0 ? texts.usedUp : remaining?.toLocaleString('en-US')
    return [
      texts.targets[target],
      texts.acts[act],
      delayMs === 0 ? '–' : delayMs.toLocaleString('en-US'),
      share === 1 ? texts.whole : `${Math.round(share * 100)}`,
      times ?? texts.always,
      idForm(id, button('remove', texts.remove, name)),
    ]
  })
  const head = [texts.target, texts.act, texts.delay, texts.share, texts.remaining, '']
  return `${table(texts.inForce, head, rows)}<form method="post"><button name="do" value="reset">${texts.reset}</button></form>`
}

function showDisputes(disputes: Awaited<ReturnType<typeof openDisputes>>): string {
  if (disputes.length === 0) return `<p>${texts.noDisputes}</p>`
  const rows = disputes.map(({ id, intent_id, status, amount_minor, currency }) => {
    const verdicts = isInquiry({ status }) ? (['win', 'escalate'] as const) : (['win', 'lose'] as const)
    const buttons = verdicts.map((verdict) => button(verdict, texts.verdicts[verdict], id))
    const amount = formatAmount(amount_minor, currency)
    return [`<code>${intent_id}</code>`, amount, disputeStatusText(status), idForm(id, buttons.join(' '))]
  })
  return table(texts.disputes, [texts.payment, texts.amount, texts.state, ''], rows)
}

function showEvents(events: Awaited<ReturnType<typeof latestEvents>>): string {
  const rows = events.map(({ type, created_at, delivered_at, next_attempt_at }) => {
    const at = created_at.toISOString()
    const undelivered = next_attempt_at ? texts.waiting : texts.lost
    const time = `<time datetime="${at}">${at.slice(11, 19)} UTC</time>`
    return [time, type, delivered_at ? texts.delivered : undelivered]
  })
  return table(texts.latest, [texts.when, texts.event, texts.state], rows)
}

function idForm(id: number | string, buttons: string): string {
  return `<form method="post"><input type="hidden" name="id" value="${id}">${buttons}</form>`
}

function button(value: string, text: string, subject: string): string {
  return `<button name="do" value="${value}" aria-label="${text}: ${subject}">${text}</button>`
}

function table(caption: string, head: string[], rows: string[][]): string {
  const heads = head.map((name) => (name ? `<th scope="col">${name}</th>` : '<td></td>')).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `<div class="table-scroll" role="group" aria-label="${caption}" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

function callForm(form: Form): string {
  return `<form method="post" class="fault" aria-label="${texts.calls}">
${choice({ id: 'calls-target', name: 'target', label: texts.target, form }, faultyCalls, texts.targets)}
${choice({ id: 'calls-act', name: 'act', label: texts.act, form }, callFaults, texts.acts)}
${numberFields('calls', form)}</form>`
}

function eventForm(form: Form): string {
  return `<form method="post" class="fault" aria-label="${texts.events}">
<input type="hidden" name="target" value="events">
${choice({ id: 'events-act', name: 'act', label: texts.act, form }, eventFaults, texts.acts)}
${numberFields('events', form)}</form>`
}

function choice<Value extends string>(
  { id, name, label, form }: { id: string; name: string; label: string; form: Form },
  values: readonly Value[],
  labels: Record<Value, string>,
): string {
  const options = values.map(
    (value) => `<option value="${value}"${form[name] === value ? ' selected' : ''}>${labels[value]}</option>`,
  )
  return `<div><label for="${id}">${label}</label><select id="${id}" name="${name}">${options.join('')}</select></div>`
}

function numberFields(prefix: string, form: Form): string {
  const fields = [
    { name: 'delayMs', label: texts.delay, hint: texts.delayHint, min: 0, max: 60_000 },
    { name: 'share', label: texts.share, hint: texts.shareHint, min: 1, max: 100 },
    { name: 'remaining', label: texts.remaining, hint: texts.remainingHint, min: 1, max: 100_000 },
  ]
  const inputs = fields.map(({ name, label, hint, min, max }) => {
    const id = `${prefix}-${name}`
    const value = /^\d+$/.test(form[name] ?? '') ? ` value="${form[name]}"` : ''
    return `<div><label for="${id}">${label}</label><input id="${id}" name="${name}" type="number" inputmode="numeric"${value} min="${min}" max="${max}" aria-describedby="${id}-hint"><small id="${id}-hint">${hint}</small></div>`
  })
  return `${inputs.join('\n')}\n<button name="do" value="add" class="submit">${texts.add}</button>`
}
