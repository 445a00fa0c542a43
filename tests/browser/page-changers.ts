// What browsers and their extensions do to pages. These functions run in every document, before its own scripts.

/**
 * Translates as browsers do: from DOMContentLoaded on replaces each text by one in two elements, also each that comes or
 * changes later. The words stay, with a sign that is not seen, so that tests find things by their names.
 */
export function translate(): void {
  const done = new WeakSet<Node>()
  const translateText = (text: Text) => {
    if (done.has(text) || !text.data || text.parentElement?.closest('script, style, noscript, textarea, svg'))
      return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.append(`${text.data}\u200b`)
    outer.append(inner)
    if (inner.firstChild) done.add(inner.firstChild)
    text.replaceWith(outer)
  }
  const translateIn = (root: Node) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node: Node | null = root; node; node = walker.nextNode())
      if (node instanceof Text) texts.push(node)
    texts.forEach(translateText)
  }
  document.addEventListener('DOMContentLoaded', () => {
    document.documentElement.lang = 'x-translated'
    document.documentElement.classList.add('translated-ltr')
    translateIn(document.body)
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        for (const node of type === 'characterData' ? [target] : addedNodes) translateIn(node)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** Puts elements, attributes and styles into a page, as password managers and writing aids do: early, late and again. */
export function inject(): void {
  const element = (name: string) => Object.assign(document.createElement(name), { className: 'x-extension' })
  const mark = (root: ParentNode) => {
    for (const form of root.querySelectorAll('form:not([data-lastpass-icon-root])')) {
      form.setAttribute('data-lastpass-icon-root', '')
      form.prepend(element('x-form-helper'))
      form.append(element('x-form-helper'))
    }
    for (const field of root.querySelectorAll<HTMLElement>(
      'input:not([data-extension]), textarea:not([data-extension])',
    )) {
      field.setAttribute('data-extension', 'true')
      field.style.backgroundImage = 'none'
      field.insertAdjacentElement('beforebegin', element('x-password-icon'))
      const icon = element('div')
      icon.attachShadow({ mode: 'open' }).append('•')
      field.insertAdjacentElement('afterend', icon)
    }
  }
  const start = () => {
    const { documentElement: html, head, body } = document
    html.dataset.extension = 'on'
    body.dataset.extension = 'on'
    body.style.setProperty('--x-extension', '1')
    // the card's frame forbids styles of a page, not those of an extension
    if (window === top)
      head.prepend(Object.assign(element('style'), { textContent: 'x-reader { display: none }' }))
    head.append(element('script'), element('meta'))
    body.prepend(element('x-toolbar'))
    body.append(element('x-overlay'))
    html.append(element('x-desktop-integration'))
    document.querySelector('main')?.prepend(element('x-reader'))
    mark(document)
    new MutationObserver(() => mark(document)).observe(document, { subtree: true, childList: true })
  }
  document.addEventListener('DOMContentLoaded', start)
  // some come as soon as there is a root
  new MutationObserver((_changes, observer) => {
    const root = document.querySelector('html')
    if (!root) return
    observer.disconnect()
    root.append(element('x-early'))
  }).observe(document, { childList: true })
}
