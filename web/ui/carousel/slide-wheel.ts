import { type Direction, slideAtStart } from './slide-row.ts'

/** Turns of a wheel closer together than this are one movement. */
const PAUSE_MS = 250

type WheelActs = {
  onTurn: (direction: Direction) => void
  /** The slide that stood at the start when the row last rested. */
  current: () => number
}

/**
 * Lets the wheel turn a row of slides without ever holding the page: no event is prevented. One movement that begins
 * over the row turns one slide, and upward or downward the page scrolls on under it; one that began elsewhere turns
 * nothing. Sideways the browser scrolls the row itself; a notch too small to reach a slide still turns one.
 */
export function watchWheel(row: HTMLElement, { onTurn, current }: WheelActs): () => void {
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
