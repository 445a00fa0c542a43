import { useEffect, useState } from 'react'
import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { partFieldLabels } from '#contract/messages/part-fields.ts'
import { adminsOnly } from '../../account/session/guards.ts'
import { browserApi } from '../../api/browser-api.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { Field } from '../../ui/forms/field.tsx'
import { formAction } from '../../ui/forms/form-action.ts'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useActionForm } from '../../ui/forms/form-state.ts'
import { notify } from '../../ui/notice.tsx'
import type { Route } from './+types/add-product-route.ts'
import { ProductFields } from './product-fields.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.addTitle, path: '/dashboard/addProduct' })

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  return null
}

const schema = async () => (await import('#contract/products/products.ts')).newProductFormSchema

export async function clientAction({ request }: Route.ClientActionArgs) {
  return formAction(await request.json(), {
    schema,
    send: (body, idempotencyKey) => browserApi.createProduct({ body }, { idempotencyKey }),
  })
}

/** A form for a new part; after each success a fresh one. */
export default function AddProductRoute() {
  const [added, setAdded] = useState(0)
  return (
    <>
      <div className="dash__h">
        <h1>{texts.addTitle}</h1>
      </div>
      <AddForm key={added} isNext={added > 0} onAdded={() => setAdded(added + 1)} />
    </>
  )
}

function AddForm({ isNext, onAdded }: { isNext: boolean; onAdded: () => void }) {
  const form = useActionForm({
    schema,
    onDone() {
      notify({ text: texts.added })
      onAdded()
    },
  })
  const { ref } = form.props
  // the form with the focus in it is gone: the keyboard goes on in the fresh one
  useEffect(() => {
    if (isNext) ref.current?.querySelector('input')?.focus()
  }, [isNext, ref])
  return (
    <form {...form.props} className="form form--two">
      <ProductFields
        form={form}
        stock={
          <Field
            form={form}
            name="availableQuantity"
            type="number"
            inputMode="numeric"
            label={partFieldLabels.availableQuantity}
            required
          />
        }
      />
      <div className="form__acts">
        <FormError form={form} />
        <SubmitButton form={form} look="go">
          {texts.add}
        </SubmitButton>
      </div>
    </form>
  )
}
