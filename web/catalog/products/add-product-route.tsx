import { useEffect, useState } from 'react'
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
import { ProductForm, readPartFields } from './product-form.tsx'

export const meta = titleMeta(texts.addTitle, '/dashboard/addProduct')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'catalog.write')
  return null
}

const schema = async () => (await import('#contract/catalog/products/products.ts')).newProductFormSchema

export async function clientAction({ request }: Route.ClientActionArgs) {
  const submission: Submission<MoneyStyle> = await request.json()
  return formAction(submission, {
    schema,
    read: readPartFields(submission.context),
    send: (body, idempotencyKey) => browserApi.createProduct({ body }, { idempotencyKey }),
  })
}

export default function AddProductRoute() {
  const [added, setAdded] = useState(0)
  return (
    <>
      <PageHeading title={texts.addTitle} />
      <AddForm key={added} isNext={added > 0} onAdded={() => setAdded(added + 1)} />
    </>
  )
}

function AddForm({ isNext, onAdded }: { isNext: boolean; onAdded: () => void }) {
  const { currency, locale } = useStore()
  const form = useActionForm({
    schema,
    context: { currency, locale },
    onDone() {
      notify({ text: texts.added })
      onAdded()
    },
  })
  const { ref } = form.props
  // the submitted form, which this one replaces, had the focus
  useEffect(() => {
    if (isNext) ref.current?.querySelector('input')?.focus()
  }, [isNext, ref])
  return <ProductForm form={form} submitText={texts.add} />
}
