import { pageTexts as texts } from '#contract/messages/pages.ts'
import { LinkButton } from '../ui/button.tsx'
import { Drawing } from '../ui/picture.tsx'
import { PageTitle } from './page-title.tsx'

/** The not-found picture page. */
export function NotFound() {
  return (
    <section className="wrap sheet sheet--first notfound" aria-labelledby="h-notfound">
      <PageTitle title={texts.notFoundTitle} />
      <meta name="robots" content="noindex" />
      <div className="plate">
        <Drawing src="/drawings/not-found.svg" alt={texts.notFoundPicture} width={320} height={240} isEager />
      </div>
      <div>
        <p className="num">404</p>
        <h1 id="h-notfound">{texts.notFoundHeading}</h1>
        <p>{texts.notFoundText}</p>
        <div className="form__acts">
          <LinkButton to="/parts" look="go">
            {texts.allParts}
          </LinkButton>
          <LinkButton to="/">{texts.home}</LinkButton>
        </div>
      </div>
    </section>
  )
}
