import {
  Children,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { carouselTexts as texts } from '#contract/platform/texts/ui.ts'
import type { Direction, ShowSlide } from './carousel-scroll.ts'
import { useHydrated } from './hydrated.ts'
import { Icon, type IconName } from './icon.tsx'

const ROTATION_MS = 6000

type Carousel = ReturnType<typeof useCarousel>

/** Rotates unless paused, hidden, out of view, or its track is hovered or focused. With reduced motion it starts paused. */
export function useCarousel(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  // nothing moves before hydration, and the server does not know the preference: the button first reads Play
  const [isPlaying, setPlaying] = useState(false)
  // the controls work after hydration; earlier clicks are queued (`late-start.ts`)
  const isReady = useHydrated()
  const isVisible = useRef(false)
  const scroll = useRef<Promise<ShowSlide | undefined>>(undefined)

  function show(index: number, direction: Direction) {
    setCurrent(index)
    void scroll.current?.then((showSlide) => showSlide?.(index, direction))
  }
  const step = (direction: Direction) => show((current + direction + count) % count, direction)
  function goTo(index: number) {
    const ahead = (index - current + count) % count
    show(index, ahead <= count - ahead ? 1 : -1)
  }
  const onStep = useEffectEvent(step)
  const getCurrent = useEffectEvent(() => current)

  useEffect(() => {
    if (isReady) setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches)
  }, [isReady])
  // a layout effect: it runs before the effect that repeats the queued clicks (`late-scripts.tsx`)
  useLayoutEffect(() => {
    const row = track.current
    if (!row) return
    const unmounted = new AbortController()
    const { signal } = unmounted
    const firstSeen = Promise.withResolvers<void>()
    const observer = new IntersectionObserver(([entry]) => {
      isVisible.current = entry?.isIntersecting ?? false
      if (isVisible.current) firstSeen.resolve()
    })
    observer.observe(row)
    signal.addEventListener('abort', () => observer.disconnect())
    async function start(list: HTMLElement) {
      await firstSeen.promise
      // if the module cannot be loaded, the user can still scroll the row
      const module = await import('./carousel-scroll.ts').catch(() => undefined)
      if (signal.aborted) return undefined
      return module?.watchRow(list, { onScrollEnd: setCurrent, onStep, current: getCurrent, signal })
    }
    scroll.current = start(row)
    return () => unmounted.abort()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of slide the time starts anew
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => {
      const isHeld = track.current?.matches(':hover, :focus-within') || document.hidden
      if (isVisible.current && !isHeld) onStep(1)
    }, ROTATION_MS)
    return () => clearInterval(timer)
  }, [isPlaying, current])

  const actions: Record<string, () => void> = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Home: () => goTo(0),
    End: () => goTo(count - 1),
  }
  function onKeyDown(event: KeyboardEvent) {
    const action = actions[event.key]
    if (!action || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    action()
  }
  const toggle = () => setPlaying(!isPlaying)
  return { track, count, current, isPlaying, isReady, goTo, step, toggle, onKeyDown }
}

type TrackProps = { carousel: Carousel; label: string; className: string; children: ReactNode }

export function CarouselTrack({ carousel, label, className, children }: TrackProps) {
  return (
    <ul
      ref={carousel.track}
      className={className}
      aria-label={texts.region(label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      onKeyDown={carousel.onKeyDown}
    >
      {Children.toArray(children).map((slide, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a slide
        <li key={index}>{slide}</li>
      ))}
    </ul>
  )
}

export function CarouselControls({ carousel, label }: { carousel: Carousel; label: string }) {
  const { isPlaying, isReady, toggle, step, onKeyDown } = carousel
  const controls: { icon: IconName; name: (label: string) => string; onClick: () => void }[] = [
    { icon: isPlaying ? 'pause' : 'play', name: isPlaying ? texts.pause : texts.play, onClick: toggle },
    { icon: 'left', name: texts.previous, onClick: () => step(-1) },
    { icon: 'right', name: texts.next, onClick: () => step(1) },
  ]
  return (
    <div className="carousel__controls">
      {controls.map(({ icon, name, onClick }, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: pause and play are one button, which keeps the focus
          key={index}
          type="button"
          className="icon-button icon-button--box"
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

export function CarouselPages({ carousel, slideName }: { carousel: Carousel; slideName: string }) {
  const { count, current, isReady, goTo, onKeyDown } = carousel
  return (
    <div className="carousel__pages">
      {[...Array(count).keys()].map((index) => (
        <button
          key={index}
          type="button"
          aria-disabled={!isReady || undefined}
          aria-label={texts.slide(slideName, index + 1, count)}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => goTo(index)}
          onKeyDown={onKeyDown}
        />
      ))}
      <span className="carousel__position numeric" aria-hidden="true">
        {`${current + 1}/${count}`}
      </span>
    </div>
  )
}
