import { isApiError } from '#contract/api-client.ts'
import { reviewTexts as texts } from '#contract/catalog/reviews/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requireSession } from '../../platform/auth/guards.ts'
import { Field, TextArea } from '../../platform/forms/field.tsx'
import { formAction, useActionForm } from '../../platform/forms/form.ts'
import { FormError, ManagedForm, SubmitButton } from '../../platform/forms/form-status.tsx'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { notify } from '../../platform/ui/notice.tsx'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import type { Route } from './+types/add-review-route.ts'
import { StarPicker } from './stars.tsx'

export const meta = titleMeta(texts.title, '/dashboard/review')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { email } = await requireSession(request)
  const partId = new URL(request.url).searchParams.get('part')
  const [{ displayName }, part] = await Promise.all([
    browserApi.getUser({ params: { email } }),
    partId ? findPart(partId) : undefined,
  ])
  return { name: displayName ?? '', part }
}

/** If the part is no longer sold, the review is about the store. */
async function findPart(id: string): Promise<{ id: string; name: string } | undefined> {
  try {
    const { _id, productName } = await browserApi.getProduct({ params: { id } })
    return { id: _id, name: productName }
  } catch (error) {
    if (isApiError(error) && error.code === 'not_found') return undefined
    throw error
  }
}

const schema = async () => (await import('#contract/catalog/reviews/reviews.ts')).newReviewSchema

export async function clientAction({ request }: Route.ClientActionArgs) {
  return formAction(await request.json(), {
    schema,
    send: (body, idempotencyKey) => browserApi.createReview({ body }, { idempotencyKey }),
  })
}

export default function AddReviewRoute({ loaderData: { name, part } }: Route.ComponentProps) {
  const form = useActionForm({
    schema,
    onDone(_review, element) {
      notify({ text: texts.added })
      element.reset()
    },
  })
  return (
    <>
      <PageHeading title={texts.title} lead={part ? texts.about(part.name) : texts.intro} />
      <ManagedForm form={form} className="form form--two">
        {part && <input type="hidden" name="productId" value={part.id} />}
        <div className="form__wide">
          <StarPicker name="rating" legend={texts.rating} />
        </div>
        <Field name="name" label={texts.name} defaultValue={name} autoComplete="name" required />
        <Field name="img" type="url" label={texts.photo} hint={texts.photoHint} autoComplete="photo" />
        <TextArea name="description" label={texts.description} className="form__wide" required />
        <div className="form__actions">
          <FormError />
          <SubmitButton variant="primary">{texts.submit}</SubmitButton>
        </div>
      </ManagedForm>
    </>
  )
}
