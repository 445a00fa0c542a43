/** A row of slides that the browser scrolls and snaps. CSS `order` moves slides to the other side, so it has no end. */

export type Direction = 1 | -1
export type ShowSlide = (index: number, direction: Direction) => void

type Options = {
  onScrollEnd: (index: number) => void
  onStep: (direction: Direction) => void
  current: () => number
  signal: AbortSignal
}

const ANIMATION_MS = 200
const SCROLL_END_MS = 140

/** `onScrollEnd` gets the slide at the start of the row, `onStep` the direction of the wheel. Returns `ShowSlide`. */
export function watchRow(row: HTMLElement, options: Options): ShowSlide {
  const { onScrollEnd, signal } = options
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function settle() {
    frame = undefined
    onScrollEnd(slideAtStart(row))
    arrangeAround(row)
    row.style.scrollSnapType = ''
  }
  /** Animated here: smooth scrolling by the browser would stop when the order changes. */
  function animateTo(goal: number) {
    const from = row.scrollLeft
    let startedAt: number | undefined
    const animate = (now: number) => {
      // the first frame does not scroll: a new order and a scroll in one frame count as a layout shift
      startedAt ??= now
      const progress = Math.min(1, (now - startedAt) / ANIMATION_MS)
      row.scrollLeft = from + (goal - from) * (1 - (1 - progress) ** 3)
      frame = requestAnimationFrame(progress < 1 ? animate : settle)
    }
    frame = requestAnimationFrame(animate)
  }
  function stop() {
    clearTimeout(timer)
    if (frame !== undefined) cancelAnimationFrame(frame)
  }
  function onScroll() {
    if (frame !== undefined) return
    clearTimeout(timer)
    timer = setTimeout(settle, SCROLL_END_MS)
  }

  row.addEventListener('scroll', onScroll, { passive: true, signal })
  // puts slides on both sides before the user first scrolls
  row.addEventListener('pointerenter', () => arrangeAround(row), { once: true, signal })
  signal.addEventListener('abort', stop)
  watchWheel(row, options)
  return (index, direction) => {
    stop()
    animateTo(makeReachable(row, index, direction))
  }
}

/**
 * Arranges the slides so that scrolling in `direction` reaches slide `index`; returns its scroll position. If it stays
 * out of reach, or motion is reduced, the row jumps to the slide.
 */
function makeReachable(row: HTMLElement, index: number, direction: Direction): number {
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

/** At an end of the row, arranges the slides so that it can be scrolled about equally far to both sides. */
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

/** Wheel events closer together than this are one turn of the wheel. */
const PAUSE_MS = 250

/** One turn of the wheel is one slide. Sideways the browser scrolls: then only if that did not reach another slide. */
function watchWheel(row: HTMLElement, { onStep, current, signal }: Options): void {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function onWheel(event: WheelEvent) {
    const isSameTurn = event.timeStamp - last < PAUSE_MS
    last = event.timeStamp
    const isOverRow = event.target instanceof Node && row.contains(event.target)
    if (isSameTurn || !isOverRow || event.ctrlKey) return
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    const direction = (isSideways && event.deltaX ? event.deltaX : event.deltaY) > 0 ? 1 : -1
    clearTimeout(timer)
    if (!isSideways) return onStep(direction)
    // not measured here: the browser may have scrolled before this event
    const before = current()
    timer = setTimeout(() => {
      if (slideAtStart(row) === before) onStep(direction)
    }, PAUSE_MS)
  }
  addEventListener('wheel', onWheel, { passive: true, capture: true, signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
