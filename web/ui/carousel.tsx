import {
  Children,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { carouselTexts as texts } from '#contract/messages/ui.ts'
import type { Direction, SlideRow } from './carousel-scroll.ts'
import { useHydrated } from './hydrated.ts'
import { Icon, type IconName } from './icon.tsx'

type Carousel = {
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
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false)
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

  const actions: Record<string, () => void> = {
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    Home: () => goTo(0),
    End: () => goTo(count - 1),
  }
  function onKeyDown(event: KeyboardEvent) {
    const action = actions[event.key]
    if (!action || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    action()
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

type RowOptions = {
  onRest: (index: number) => void
  onTurn: (direction: Direction) => void
  current: () => number
  gone: AbortSignal
}

/** What moves a row comes once somebody sees it: until then, and where it can not come, the browser scrolls it. */
async function moveOnceSeen(
  row: HTMLElement,
  { onRest, onTurn, current, gone }: RowOptions,
): Promise<SlideRow | undefined> {
  await untilSeen(row, gone)
  const scroll = await import('./carousel-scroll.ts').catch(() => undefined)
  if (!scroll || gone.aborted) return undefined
  const slides = scroll.watchRow(row, onRest)
  const releaseWheel = scroll.watchWheel(row, { onTurn, current })
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

type TrackProps = { carousel: Carousel; label: string; className: string; children: ReactNode }

/** The row of slides; each child is the content of one. */
export function CarouselTrack({ carousel, label, className, children }: TrackProps) {
  return (
    <ul
      ref={carousel.track}
      className={className}
      aria-label={texts.region(label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
      onKeyDown={carousel.onKeyDown}
    >
      {Children.toArray(children).map((slide, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a slide
        <li key={index}>{slide}</li>
      ))}
    </ul>
  )
}

/** Pause, previous and next. */
export function CarouselControls({ carousel, label }: { carousel: Carousel; label: string }) {
  const { isPlaying, isReady, toggle, previous, next, onKeyDown } = carousel
  const controls: { icon: IconName; name: (label: string) => string; onClick: () => void }[] = [
    { icon: isPlaying ? 'pause' : 'play', name: isPlaying ? texts.pause : texts.play, onClick: toggle },
    { icon: 'left', name: texts.previous, onClick: previous },
    { icon: 'right', name: texts.next, onClick: next },
  ]
  return (
    <div className="ctrl">
      {controls.map(({ icon, name, onClick }, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: pause and play are one button, which keeps the focus
          key={index}
          type="button"
          className="ico ico--box"
          aria-disabled={!isReady || undefined}
          aria-label={name(label)}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  )
}

/** One mark for each slide. */
export function CarouselPages({ carousel, slideName }: { carousel: Carousel; slideName: string }) {
  const { count, current, isReady, goTo, onKeyDown } = carousel
  return (
    <div className="pages">
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a slide
          key={index}
          type="button"
          aria-disabled={!isReady || undefined}
          aria-label={texts.slide(slideName, index + 1, count)}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => goTo(index)}
          onKeyDown={onKeyDown}
        />
      ))}
    </div>
  )
}
