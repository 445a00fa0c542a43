/*
 * A row of slides that the browser itself scrolls and snaps: without script it is a plain scroller.
 * It has no end and no copies: slides that are needed on the other side are laid there by CSS `order`.
 */

export type Direction = 1 | -1

export type SlideRow = {
  /** Moves a slide to the row's start: 1 brings it from the right, -1 from the left. */
  show(index: number, direction: Direction): void
  /** Ends all watching. */
  release(): void
}

const GLIDE_MS = 200
const REST_MS = 140

/** Watches a row; `onRest` is told which slide stands at the start once the row rests, however it was moved. */
export function watchRow(row: HTMLElement, onRest: (index: number) => void): SlideRow {
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function rest() {
    onRest(slideAtStart(row))
    layAround(row)
    row.style.scrollSnapType = ''
  }
  function onScroll() {
    if (frame !== undefined) return
    clearTimeout(timer)
    timer = setTimeout(rest, REST_MS)
  }
  /** The browser's own smooth scrolling gives up where the order changes under it. */
  function glide(goal: number) {
    const from = row.scrollLeft
    let begun: number | undefined
    const step = (now: number) => {
      // the new order gets a frame of its own: together with a scroll it would count as a layout shift
      begun ??= now
      const share = Math.min(1, (now - begun) / GLIDE_MS)
      row.scrollLeft = from + (goal - from) * (1 - (1 - share) ** 3)
      // the order at rest gets one, too
      frame = requestAnimationFrame(share < 1 ? step : end)
    }
    frame = requestAnimationFrame(step)
  }
  function end() {
    frame = undefined
    rest()
  }
  function stop() {
    clearTimeout(timer)
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }

  // so that a hand finds slides on both sides from the first movement on
  const onEnter = () => layAround(row)
  row.addEventListener('scroll', onScroll, { passive: true })
  row.addEventListener('pointerenter', onEnter, { once: true })
  return {
    show(index, direction) {
      stop()
      glide(layInReach(row, index, direction))
    },
    release() {
      stop()
      row.removeEventListener('scroll', onScroll)
      row.removeEventListener('pointerenter', onEnter)
    },
  }
}

/** Lays the slides so that the way to one leads in a direction; gives how far the row has to be scrolled for it. */
function layInReach(row: HTMLElement, index: number, direction: Direction): number {
  const from = slideAtStart(row)
  layFrom(row, direction === 1 ? from : index, from)
  const [lefts, most] = [leftsOf(row), row.scrollWidth - row.clientWidth + 1]
  const isInReach = [from, index].every((slide) => (lefts[slide] ?? 0) <= most)
  if (isInReach && !prefersStill()) return lefts[index] ?? 0
  layFrom(row, index, index)
  row.scrollLeft = 0
  return 0
}

/** Where the row is at an end, lays half of the hidden slides on each side. */
function layAround(row: HTMLElement): void {
  const lefts = leftsOf(row)
  const most = row.scrollWidth - row.clientWidth
  const hidden = lefts.filter((left) => left > 0 && left <= most + 1).length
  const isAtEnd = row.scrollLeft < 1 || row.scrollLeft > most - 1
  if (hidden < 2 || !isAtEnd) return
  const start = slideAtStart(row)
  layFrom(row, start - Math.floor(hidden / 2), start)
  row.style.scrollSnapType = ''
}

/** Lays slide `first` first and the others behind it in their order; slide `held` does not move on the screen. */
function layFrom(row: HTMLElement, first: number, held: number): void {
  const slides = slidesOf(row)
  // a browser snaps again after each change of order, which would move the row
  row.style.scrollSnapType = 'none'
  const onScreen = row.scrollLeft - (leftsOf(row)[held] ?? 0)
  slides.forEach((slide, index) => {
    slide.style.order = String((index - first + 2 * slides.length) % slides.length)
  })
  row.scrollLeft = (leftsOf(row)[held] ?? 0) + onScreen
}

/** The slide at the row's start, by its place in the document. */
function slideAtStart(row: HTMLElement): number {
  const distances = leftsOf(row).map((left) => Math.abs(left - row.scrollLeft))
  return distances.indexOf(Math.min(...distances))
}

/** How far the row is to be scrolled for each slide to stand at its start. */
function leftsOf(row: HTMLElement): number[] {
  const lefts = slidesOf(row).map((slide) => slide.offsetLeft)
  const start = Math.min(...lefts)
  return lefts.map((left) => left - start)
}

function slidesOf(row: HTMLElement): HTMLElement[] {
  return [...row.children].filter((slide) => slide instanceof HTMLElement)
}

/** Whether the person asked for no motion. */
function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Turns of a wheel closer together than this are one movement. */
const PAUSE_MS = 250

type WheelOptions = {
  onTurn: (direction: Direction) => void
  /** The slide that stood at the start when the row last rested. */
  current: () => number
}

/**
 * Lets the wheel turn a row of slides without ever holding the page: no event is prevented. One movement that begins
 * over the row turns one slide, and upward or downward the page scrolls on under it; one that began elsewhere turns
 * nothing. Sideways the browser scrolls the row itself; a notch too small to reach a slide still turns one.
 */
export function watchWheel(row: HTMLElement, { onTurn, current }: WheelOptions): () => void {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function turnUnlessMoved(direction: Direction) {
    // asked for, not measured: the browser may have scrolled before it tells of the wheel
    const before = current()
    timer = setTimeout(() => {
      if (slideAtStart(row) === before) onTurn(direction)
    }, PAUSE_MS)
  }
  function onWheel(event: WheelEvent) {
    const goesOn = event.timeStamp - last < PAUSE_MS
    last = event.timeStamp
    const isHere = event.target instanceof Node && row.contains(event.target)
    if (goesOn || !isHere || event.ctrlKey) return
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    const direction = (isSideways && event.deltaX ? event.deltaX : event.deltaY) > 0 ? 1 : -1
    clearTimeout(timer)
    if (isSideways) turnUnlessMoved(direction)
    else onTurn(direction)
  }
  addEventListener('wheel', onWheel, { passive: true, capture: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('wheel', onWheel, { capture: true })
  }
}
