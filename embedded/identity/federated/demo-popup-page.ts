import { popupTexts as texts } from '#contract/messages/account/identity.ts'
import { escapeHtml, pageFrame } from '../http/pages.ts'
import { demoAccounts } from './demo-accounts.ts'
import type { OutsideProvider } from './outside-providers.ts'

/** The demo's sign-in popup. The page is the same for every visitor; its script reads the URL. */
export function demoPopupPage(provider: OutsideProvider): string {
  return pageFrame({
    title: texts.title(provider.name),
    script: 'popup.js',
    main: `${heading(provider)}\n${choices(provider)}\n${form(provider)}\n<button type="button" id="cancel">${escapeHtml(texts.cancel)}</button>`,
  })
}

function heading({ name }: OutsideProvider): string {
  return `<h1>${escapeHtml(texts.title(name))}</h1>
<p class="quiet">${escapeHtml(texts.intro(name))}</p>
<p class="problem" role="alert" id="problem" hidden></p>
<template id="texts">${problems()}</template>`
}

function problems(): string {
  const { fieldsMissing, codeWrong, tooMany, failed, noOpener } = texts
  return Object.entries({ fieldsMissing, codeWrong, tooMany, failed, noOpener })
    .map(([name, text]) => `<p data-problem="${name}">${escapeHtml(text)}</p>`)
    .join('')
}

function choices({ method }: OutsideProvider): string {
  const accounts = demoAccounts[method].map(
    ({ id, name, email, screenName }) => `<li><button type="button" class="account" data-account="${id}">
<span class="face" aria-hidden="true">${escapeHtml(name.charAt(0))}</span>
<span><b>${escapeHtml(name)}</b><small>${escapeHtml(email ?? texts.noAddress(screenName ?? ''))}</small></span>
</button></li>`,
  )
  return `<h2>${escapeHtml(texts.ready)}</h2>
<ul class="accounts">
${accounts.join('\n')}
</ul>`
}

function form({ method }: OutsideProvider): string {
  const isGoogle = method === 'google'
  const label = isGoogle ? texts.email : texts.emailIfAny
  const attribute = isGoogle ? 'required' : 'autocapitalize="off"'
  return `<details>
<summary>${escapeHtml(texts.another)}</summary>
<form id="person" novalidate>
<label for="name">${escapeHtml(texts.name)}</label>
<input id="name" name="name" autocomplete="off" maxlength="100" required>
<label for="email">${escapeHtml(label)}</label>
<input id="email" name="email" type="email" autocomplete="off" maxlength="254" ${attribute}>
<button type="submit" class="go">${escapeHtml(texts.sendCode)}</button>
<button type="button" class="link" id="skip">${escapeHtml(texts.skipCode)}</button>
</form>
<form id="proof" novalidate hidden>
<p>${escapeHtml(texts.codeHint)} <a href="/identity/outbox" target="_blank" rel="noopener">${escapeHtml(texts.openOutbox)}</a></p>
<label for="code">${escapeHtml(texts.code)}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required>
<button type="submit" class="go">${escapeHtml(texts.signIn)}</button>
</form>
</details>`
}
