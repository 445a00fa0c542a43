import { Children, type ReactNode } from 'react'
import { carouselTexts as texts } from '#contract/messages/ui.ts'
import { Icon, type IconName } from '../icon.tsx'
import type { Carousel } from './use-carousel.ts'

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
  const controls: { icon: IconName; name: (label: string) => string; act: () => void }[] = [
    { icon: isPlaying ? 'pause' : 'play', name: isPlaying ? texts.pause : texts.play, act: toggle },
    { icon: 'left', name: texts.previous, act: previous },
    { icon: 'right', name: texts.next, act: next },
  ]
  return (
    <div className="ctrl">
      {controls.map(({ icon, name, act }, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: pause and play are one button, which keeps the focus
          key={index}
          type="button"
          className="ico ico--box"
          aria-disabled={!isReady || undefined}
          aria-label={name(label)}
          onClick={act}
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
