const query = new URLSearchParams(location.search)
const nonce = query.get('nonce') ?? ''
const person = document.getElementById('person')
const proof = document.getElementById('proof')
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

async function ask(path, body) {
  document.getElementById('problem').hidden = true
  try {
    const response = await fetch(`/identity/popup/${path}?key=${encodeURIComponent(query.get('apiKey'))}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nonce, ...body }),
    })
    const answer = await response.json()
    if (response.ok) return answer
    showProblem(answer.error.message.split(' ')[0])
  } catch {
    showProblem('failed')
  }
}

async function finish(choice) {
  const providerId = query.get('providerId') ?? undefined
  const authType = query.get('authType') ?? undefined
  const answer = await ask('grant', { ...choice, providerId, authType })
  if (!answer) return
  const postBody = new URLSearchParams({ id_token: answer.grant, providerId })
  const urlResponse = `${location.origin}/identity/popup`
  post({ urlResponse, sessionId: nonce, postBody: postBody.toString() })
}

async function busy(work) {
  const buttons = [...document.querySelectorAll('button:not(#cancel)')]
  for (const button of buttons) button.disabled = true
  await work()
  for (const button of buttons) button.disabled = false
}

function filled() {
  const email = person.elements.email.value.trim()
  return { name: person.elements.name.value.trim(), ...(email ? { email } : {}) }
}

function whenFilled(work, isFilled = Boolean(filled().email)) {
  if (person.checkValidity() && filled().name && isFilled) busy(work)
  else showProblem('INVALID_ARGUMENT')
}

for (const button of document.querySelectorAll('[data-account]')) {
  button.addEventListener('click', () => busy(() => finish({ account: button.dataset.account })))
}
person.addEventListener('submit', (event) => {
  event.preventDefault()
  whenFilled(async () => {
    const answer = await ask('code', { email: filled().email })
    if (!answer) return
    codeId = answer.codeId
    proof.hidden = false
    proof.elements.code.focus()
  })
})
document.getElementById('skip').addEventListener('click', () => whenFilled(() => finish(filled()), true))
proof.addEventListener('submit', (event) => {
  event.preventDefault()
  whenFilled(() => finish({ ...filled(), codeId, code: proof.elements.code.value.trim() }))
})
document.getElementById('cancel').addEventListener('click', () => {
  if (!window.opener) return showProblem('noOpener')
  post({ error: { code: 'auth/user-cancelled', message: '' } })
})
if (!window.opener) showProblem('noOpener')
