import { Link } from 'react-router'
import { questions, blogsTexts as texts } from '#contract/store/content/blogs-texts.ts'
import { useTakesCards } from '../../platform/api/store-config.ts'
import { pageMeta } from '../../platform/layout/page-meta.ts'
import { Drawing } from '../../platform/ui/picture.tsx'
import type { Route } from './+types/blogs-route.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ matches, title: texts.title, description: texts.lead, path: '/blogs' })
}

export default function BlogsPage() {
  const takesCards = useTakesCards()
  return (
    <section className="wrap section section--first" aria-labelledby="h-blogs">
      <div className="section__head">
        <div className="section__number" aria-hidden="true" />
        <h1 id="h-blogs">{texts.title}</h1>
        <p>{texts.lead}</p>
      </div>
      <div className="questions">
        <div className="accordion">
          {questions.map(({ question, answer, answerAtCounter, link }, index) => (
            <details key={question} name="blogs" open={index === 0}>
              <summary>
                <h2>{question}</h2>
              </summary>
              {((!takesCards && answerAtCounter) || answer).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              <p className="accordion__category">
                <span>{`${texts.parts}: `}</span>
                <Link to={link.to}>{link.text}</Link>
              </p>
            </details>
          ))}
        </div>
        <div className="questions__art figure" aria-hidden="true">
          <Drawing src="/drawings/catalogue-lens.svg" isEager />
        </div>
      </div>
    </section>
  )
}
