import { Link } from 'react-router'
import { axleParts, homeTexts as texts } from '#contract/store/content/home-texts.ts'
import { partsAddress } from '../catalog/products/parts-address.ts'
import { LinkButton } from '../platform/ui/button.tsx'
import { Icon } from '../platform/ui/icon.tsx'
import { DrawingFrame } from '../platform/ui/page-section.tsx'

export function Banner() {
  return (
    <section className="hero wrap" aria-labelledby="h-hero">
      <DrawingFrame>
        <div className="hero__copy">
          <h1 id="h-hero">
            {texts.taglineLines.map((line, index) => (
              <span key={line}>{index > 0 ? ` ${line}` : line}</span>
            ))}
          </h1>
          <LinkButton variant="primary" size="big" to="/parts">
            <span>{texts.getStart}</span>
            <Icon name="right" size={22} />
          </LinkButton>
        </div>
        <picture className="hero__art">
          <source
            media="(max-width: 640px)"
            srcSet="/drawings/exploded-brake.svg?tall=1"
            width={600}
            height={1000}
          />
          <img
            className="drawing"
            src="/drawings/exploded-brake.svg"
            alt={texts.bannerPicture}
            width={1060}
            height={660}
            fetchPriority="high"
          />
        </picture>
        <ScaleBar />
        <PartsList />
      </DrawingFrame>
    </section>
  )
}

function PartsList() {
  return (
    <div className="parts-block">
      <div className="parts-block__head">
        <h2>{texts.drawingTitle}</h2>
        <span aria-hidden="true">Fig. 1</span>
        <span aria-hidden="true">1:4</span>
      </div>
      <ol className="parts-list">
        {axleParts.map(({ name, words }, index) => (
          <li key={name}>
            <Link to={partsAddress({ q: words })}>
              <span className="numeric">{index + 1}</span>
              <span>{name}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/parts">
            <span className="numeric" aria-hidden="true">
              →
            </span>
            <span>{texts.allParts}</span>
          </Link>
        </li>
      </ol>
    </div>
  )
}

function ScaleBar() {
  return (
    <svg
      className="scale-bar"
      viewBox="0 0 330 44"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1"
    >
      <g fill="currentColor" stroke="none" fontFamily="var(--font-mono)" fontSize="11" textAnchor="middle">
        {['0', '100', '200', '300 mm'].map((length, index) => (
          <text key={length} x={4 + 52 * index} y="11">
            {length}
          </text>
        ))}
      </g>
      <path d="M4.5 18.5h156v8h-156zM56.5 18.5v8M108.5 18.5v8" />
      <path d="M4 22.5h52M108 22.5h52" strokeWidth="8" />
      <g transform="translate(250 22)">
        <path d="M-22 -7 4 -13V13L-22 7Z" />
        <circle cx="36" r="13" />
        <circle cx="36" r="7" />
        <path d="M-30 0H56M36 -19V19" strokeWidth=".7" strokeDasharray="9 2.5 2 2.5" />
      </g>
    </svg>
  )
}
