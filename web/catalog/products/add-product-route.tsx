import { useEffect, useState } from 'react'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import type { Catalogue } from '#contract/catalog/part-types/part-types.ts'
import { manageProductTexts as texts } from '#contract/catalog/products/manage-texts.ts'
import type { MoneyStyle } from '#contract/platform/money.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { formAction, type Submission, useActionForm } from '../../platform/forms/form.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { notify } from '../../platform/ui/notice.tsx'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import type { Route } from './+types/add-product-route.ts'
import { useChosenType } from './part-type-fields.tsx'
import { readValueFields, toPartInput } from './part-values.ts'
import { ProductForm, readPartFields } from './product-form.tsx'

export const meta = titleMeta(texts.addTitle, '/dashboard/addProduct')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'catalog.write')
  return { catalogue: await browserApi.getCatalogue() }
}

type Context = { style: MoneyStyle; attributes: Attribute[] }

const schema = async () => (await import('#contract/catalog/products/products.ts')).newProductFormSchema

export async function clientAction({ request }: Route.ClientActionArgs) {
  const submission: Submission<Context> = await request.json()
  const { style, attributes } = submission.context
  return formAction(submission, {
    schema,
    read: { ...readPartFields(style), ...readValueFields(attributes, style.locale) },
    toInput: (values) => toPartInput(values, attributes),
    send: (body, idempotencyKey) => browserApi.createProduct({ body }, { idempotencyKey }),
  })
}

export default function AddProductRoute({ loaderData: { catalogue } }: Route.ComponentProps) {
  const [added, setAdded] = useState(0)
  return (
    <>
      <PageHeading title={texts.addTitle} />
      <AddForm key={added} catalogue={catalogue} isNext={added > 0} onAdded={() => setAdded(added + 1)} />
    </>
  )
}

type FormProps = { catalogue: Catalogue; isNext: boolean; onAdded: () => void }

function AddForm({ catalogue, isNext, onAdded }: FormProps) {
  const { currency, locale } = useStore()
  const chosen = useChosenType()
  const context: Context = { style: { currency, locale }, attributes: catalogue.attributes }
  const form = useActionForm({
    schema,
    context,
    onDone() {
      chosen.forget()
      notify({ text: texts.added })
      onAdded()
    },
  })
  const { ref } = form.props
  // the submitted form, which this one replaces, had the focus
  useEffect(() => {
    if (isNext) ref.current?.querySelector('input')?.focus()
  }, [isNext, ref])
  return <ProductForm form={form} catalogue={catalogue} chosen={chosen} submitText={texts.add} />
}
