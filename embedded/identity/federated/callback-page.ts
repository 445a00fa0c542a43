import { popupTexts as texts } from '#contract/messages/account/identity.ts'
import { escapeHtml, pageFrame } from '../http/pages.ts'

/** What the window tells the page that opened it, as the SDK knows such events. */
export type WindowEvent = { type: string; eventId: string } & (
  | { urlResponse: string; sessionId: string; postBody: string }
  | { error: { code: string; message: string } }
)

/** The last page of a sign-in window: its script passes the event on and closes it. */
export function callbackPage(event: WindowEvent): string {
  return pageFrame({
    title: texts.returnedTitle,
    script: 'callback.js',
    main: `<h1>${escapeHtml(texts.returnedTitle)}</h1>
<p role="status">${escapeHtml(texts.returned)}</p>
<template id="event" data-event="${escapeHtml(JSON.stringify(event))}"></template>`,
  })
}

/** The last page of a window that nobody waits for, or whose sign-in is over. */
export function strayPage(): string {
  return pageFrame({
    title: texts.strayTitle,
    main: `<h1>${escapeHtml(texts.strayTitle)}</h1>
<p class="problem" role="alert">${escapeHtml(texts.stray)}</p>`,
  })
}
