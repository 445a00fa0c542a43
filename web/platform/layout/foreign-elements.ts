type Place = { element: Element; parent: Element; next: Node | null }

/**
 * Takes out of the page what extensions have put into it since it was parsed, so that hydration finds what the server sent.
 * Returns a function that puts it back. Stays: what React tolerates, in `html`, `head` and `body`; an element around one of
 * ours; a translator's, which stand for texts.
 */
export function setAsideForeignElements(): () => void {
  const ours = window.serverElements
  delete window.serverElements
  if (!ours) return () => {}
  const aside: Place[] = []
  for (const parent of document.querySelectorAll('body *')) {
    if (!ours.has(parent)) continue
    for (const element of [...parent.children]) {
      const holdsOurs = () => [...element.querySelectorAll('*')].some((one) => ours.has(one))
      if (ours.has(element) || element.nodeName === 'FONT' || holdsOurs()) continue
      aside.push({ element, parent, next: element.nextSibling })
    }
  }
  for (const { element } of aside) element.remove()
  return () => {
    // the last first: the next node of one may be another
    for (const { element, parent, next } of aside.reverse()) {
      const isKnownPlace = parent.isConnected && (next === null || next.parentNode === parent)
      if (isKnownPlace && !element.isConnected) parent.insertBefore(element, next)
    }
  }
}
