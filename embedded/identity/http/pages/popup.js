const query = new URLSearchParams(location.search)
const nonce = query.get('nonce') ?? ''
const person = document.getElementById('person')
const verification = document.getElementById('verification')
let codeId = ''

function post(message) {
  const type = query.get('authType') ?? 'signInViaPopup'
  const event = { source: 'embedded-identity', type, eventId: query.get('eventId'), ...message }
  window.opener.postMessage(event, location.origin)
  window.close()
}

function showProblem(name) {
  const texts = document.getElementById('texts').content
  const problem = document.getElementById('problem')
  const text =
    texts.querySelector(`[data-problem="${name}"]`) ?? texts.querySelector('[data-problem="failed"]')
  problem.textContent = text.textContent
  problem.hidden = false
  problem.scrollIntoView({ block: 'nearest' })
}

async function callPopup(path, body) {
  document.getElementById('problem').hidden = true
  try {
    const response = await fetch(`/identity/popup/${path}?key=${encodeURIComponent(query.get('apiKey'))}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nonce, ...body }),
    })
    const result = await response.json()
    if (response.ok) return result
    showProblem(result.error.message.split(' ')[0])
  } catch {
    showProblem('failed')
  }
}

async function sendGrant(choice) {
  const providerId = query.get('providerId') ?? undefined
  const authType = query.get('authType') ?? undefined
  const result = await callPopup('grant', { ...choice, providerId, authType })
  if (!result) return
  const postBody = new URLSearchParams({ id_token: result.grant, providerId })
  const urlResponse = `${location.origin}/identity/popup`
  post({ urlResponse, sessionId: nonce, postBody: postBody.toString() })
}

async function withButtonsDisabled(work) {
  const buttons = [...document.querySelectorAll('button:not(#cancel)')]
  for (const button of buttons) button.disabled = true
  await work()
  for (const button of buttons) button.disabled = false
}

function readPerson() {
  const email = person.elements.email.value.trim()
  return { name: person.elements.name.value.trim(), ...(email ? { email } : {}) }
}

function runIfFilled(work, needsEmail = true) {
  const { name, email } = readPerson()
  if (person.checkValidity() && name && (email || !needsEmail)) withButtonsDisabled(work)
  else showProblem('INVALID_ARGUMENT')
}

for (const button of document.querySelectorAll('[data-account]')) {
  button.addEventListener('click', () =>
    withButtonsDisabled(() => sendGrant({ account: button.dataset.account })),
  )
}
person.addEventListener('submit', (event) => {
  event.preventDefault()
  runIfFilled(async () => {
    const result = await callPopup('code', { email: readPerson().email })
    if (!result) return
    codeId = result.codeId
    verification.hidden = false
    verification.elements.code.focus()
  })
})
document
  .getElementById('skip')
  .addEventListener('click', () => runIfFilled(() => sendGrant(readPerson()), false))
verification.addEventListener('submit', (event) => {
  event.preventDefault()
  runIfFilled(() => sendGrant({ ...readPerson(), codeId, code: verification.elements.code.value.trim() }))
})
document.getElementById('cancel').addEventListener('click', () => {
  if (!window.opener) return showProblem('noOpener')
  post({ error: { code: 'auth/user-cancelled', message: '' } })
})
if (!window.opener) showProblem('noOpener')
