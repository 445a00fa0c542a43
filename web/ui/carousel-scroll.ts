/** A row that the browser scrolls and snaps. It is endless without copies: CSS `order` moves slides to the other side. */

export type Direction = 1 | -1
export type ShowSlide = (index: number, direction: Direction) => void

type Options = {
  onRest: (index: number) => void
  onTurn: (direction: Direction) => void
  current: () => number
  signal: AbortSignal
}

const GLIDE_MS = 200
const REST_MS = 140

/** Starts the row. The returned function scrolls to a slide; `onRest` reports the slide at which the row came to rest. */
export function watchRow(row: HTMLElement, options: Options): ShowSlide {
  const { onRest, signal } = options
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function settle() {
    frame = undefined
    onRest(slideAtStart(row))
    arrangeAround(row)
    row.style.scrollSnapType = ''
  }
  /** Smooth scrolling by the browser would stop when the order changes. */
  function glide(goal: number) {
    const from = row.scrollLeft
    let begun: number | undefined
    const step = (now: number) => {
      // a new order and a scroll in the same frame would count as a layout shift: each gets its own
      begun ??= now
      const share = Math.min(1, (now - begun) / GLIDE_MS)
      row.scrollLeft = from + (goal - from) * (1 - (1 - share) ** 3)
      frame = requestAnimationFrame(share < 1 ? step : settle)
    }
    frame = requestAnimationFrame(step)
  }
  function stop() {
    clearTimeout(timer)
    if (frame !== undefined) cancelAnimationFrame(frame)
  }
  function onScroll() {
    if (frame !== undefined) return
    clearTimeout(timer)
    timer = setTimeout(settle, REST_MS)
  }

  row.addEventListener('scroll', onScroll, { passive: true, signal })
  // slides on both sides before the first scroll by hand
  row.addEventListener('pointerenter', () => arrangeAround(row), { once: true, signal })
  signal.addEventListener('abort', stop)
  watchWheel(row, options)
  return (index, direction) => {
    stop()
    glide(bringInReach(row, index, direction))
  }
}

/**
 * Arranges the slides so that scrolling in `direction` reaches one; returns its scroll position. If it is out of reach, or
 * motion is reduced, it jumps to it.
 */
function bringInReach(row: HTMLElement, index: number, direction: Direction): number {
  const from = slideAtStart(row)
  arrangeFrom(row, direction === 1 ? from : index, from)
  const positions = positionsOf(row)
  const max = row.scrollWidth - row.clientWidth + 1
  const isInReach = [from, index].every((slide) => (positions[slide] ?? 0) <= max)
  if (isInReach && !matchMedia('(prefers-reduced-motion: reduce)').matches) return positions[index] ?? 0
  arrangeFrom(row, index, index)
  row.scrollLeft = 0
  return 0
}

/** At an end of the row, moves half of the hidden slides to each side. */
function arrangeAround(row: HTMLElement): void {
  const max = row.scrollWidth - row.clientWidth
  const hidden = positionsOf(row).filter((position) => position > 0 && position <= max + 1).length
  const isAtEnd = row.scrollLeft < 1 || row.scrollLeft > max - 1
  if (hidden < 2 || !isAtEnd) return
  const start = slideAtStart(row)
  arrangeFrom(row, start - Math.floor(hidden / 2), start)
  row.style.scrollSnapType = ''
}

/** Arranges the slides in their order, beginning with `first`; slide `fixed` does not move on the screen. */
function arrangeFrom(row: HTMLElement, first: number, fixed: number): void {
  const slides = slidesOf(row)
  // otherwise the browser snaps after each change of order, which moves the row
  row.style.scrollSnapType = 'none'
  const offset = row.scrollLeft - (positionsOf(row)[fixed] ?? 0)
  slides.forEach((slide, index) => {
    slide.style.order = String((index - first + 2 * slides.length) % slides.length)
  })
  row.scrollLeft = (positionsOf(row)[fixed] ?? 0) + offset
}

function slideAtStart(row: HTMLElement): number {
  const distances = positionsOf(row).map((position) => Math.abs(position - row.scrollLeft))
  return distances.indexOf(Math.min(...distances))
}

function positionsOf(row: HTMLElement): number[] {
  const lefts = slidesOf(row).map((slide) => slide.offsetLeft)
  const start = Math.min(...lefts)
  return lefts.map((left) => left - start)
}

function slidesOf(row: HTMLElement): HTMLElement[] {
  return [...row.children].filter((slide) => slide instanceof HTMLElement)
}

/** Wheel events closer together than this are one movement. */
const PAUSE_MS = 250

/** One movement turns one slide. Sideways the browser scrolls: then a slide is turned only if that reached no other. */
function watchWheel(row: HTMLElement, { onTurn, current, signal }: Options): void {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function onWheel(event: WheelEvent) {
    const isSameMovement = event.timeStamp - last < PAUSE_MS
    last = event.timeStamp
    const isOverRow = event.target instanceof Node && row.contains(event.target)
    if (isSameMovement || !isOverRow || event.ctrlKey) return
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    const direction = (isSideways && event.deltaX ? event.deltaX : event.deltaY) > 0 ? 1 : -1
    clearTimeout(timer)
    if (!isSideways) return onTurn(direction)
    // not measured now: the browser may have scrolled before this event
    const before = current()
    timer = setTimeout(() => {
      if (slideAtStart(row) === before) onTurn(direction)
    }, PAUSE_MS)
  }
  addEventListener('wheel', onWheel, { passive: true, capture: true, signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
