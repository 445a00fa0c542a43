import { cartTexts as texts } from '#contract/sales/cart/texts.ts'
import { LinkButton } from '../../platform/ui/button.tsx'
import { Drawing } from '../../platform/ui/picture.tsx'

export function EmptyCart() {
  return (
    <section className="empty-cart">
      <div className="figure">
        <Drawing src="/drawings/carton.svg" width={240} height={180} />
      </div>
      <div>
        <h2>{texts.none}</h2>
        <p>{texts.noneText}</p>
        <LinkButton variant="primary" to="/parts">
          {texts.allParts}
        </LinkButton>
      </div>
    </section>
  )
}
