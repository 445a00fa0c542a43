import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useHydrated } from '../hydrated.ts'
import { prefersStill } from './prefers-still.ts'
import type { Direction, SlideRow } from './slide-row.ts'

export type Carousel = {
  track: RefObject<HTMLUListElement | null>
  count: number
  current: number
  isPlaying: boolean
  /** False until its controls work; what is clicked before is kept and done then. */
  isReady: boolean
  goTo: (index: number) => void
  next: () => void
  previous: () => void
  toggle: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

const TURN_MS = 6000

/**
 * Moves a row of slides by arrows, marks, keys, wheel and hand, round and round.
 * Turns by itself unless paused, hovered, focused, out of sight, or motion is unwanted.
 */
export function useCarousel(count: number): Carousel {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isPlaying, setPlaying] = useState(true)
  const isReady = useHydrated()
  const row = useRef<Promise<SlideRow | undefined>>(undefined)

  function show(index: number, direction: Direction) {
    setCurrent(index)
    void row.current?.then((slides) => slides?.show(index, direction))
  }
  const turn = (direction: Direction) => show((current + direction + count) % count, direction)
  function goTo(index: number) {
    const ahead = (index - current + count) % count
    show(index, ahead <= count - ahead ? 1 : -1)
  }
  const onTurn = useEffectEvent(turn)
  const atRest = useEffectEvent(() => current)

  useEffect(() => {
    if (prefersStill()) setPlaying(false)
  }, [])
  // before any other effect: one of them does what was clicked while the page could not answer
  useLayoutEffect(() => {
    if (!track.current) return
    const gone = new AbortController()
    row.current = moveOnceSeen(track.current, {
      onRest: setCurrent,
      onTurn,
      current: atRest,
      gone: gone.signal,
    })
    return () => gone.abort()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever moves the row has the whole time to read
  useEffect(() => (isPlaying ? turnWhileSeen(track.current, onTurn) : undefined), [isPlaying, current])

  const acts: Record<string, () => void> = {
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    Home: () => goTo(0),
    End: () => goTo(count - 1),
  }
  function onKeyDown(event: KeyboardEvent) {
    const act = acts[event.key]
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  return {
    track,
    count,
    current,
    isPlaying,
    isReady,
    goTo,
    next: () => turn(1),
    previous: () => turn(-1),
    toggle: () => setPlaying(!isPlaying),
    onKeyDown,
  }
}

type Acts = {
  onRest: (index: number) => void
  onTurn: (direction: Direction) => void
  current: () => number
  gone: AbortSignal
}

/** What moves a row comes once somebody sees it: until then, and where it can not come, the browser scrolls it. */
async function moveOnceSeen(
  row: HTMLElement,
  { onRest, onTurn, current, gone }: Acts,
): Promise<SlideRow | undefined> {
  await untilSeen(row, gone)
  const modules = await Promise.all([import('./slide-row.ts'), import('./slide-wheel.ts')]).catch(
    () => undefined,
  )
  if (!modules || gone.aborted) return undefined
  const [{ watchRow }, { watchWheel }] = modules
  const slides = watchRow(row, onRest)
  const releaseWheel = watchWheel(row, { onTurn, current })
  gone.addEventListener('abort', () => {
    slides.release()
    releaseWheel()
  })
  return slides
}

function untilSeen(row: HTMLElement, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      resolve()
    })
    observer.observe(row)
    gone.addEventListener('abort', () => observer.disconnect())
  })
}

function turnWhileSeen(row: HTMLElement | null, onTurn: (direction: Direction) => void) {
  if (!row) return
  let isSeen = false
  const observer = new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? false
  })
  observer.observe(row)
  const timer = setInterval(() => {
    const isHeld = row.matches(':hover, :focus-within') || document.hidden
    if (isSeen && !isHeld) onTurn(1)
  }, TURN_MS)
  return () => {
    observer.disconnect()
    clearInterval(timer)
  }
}
