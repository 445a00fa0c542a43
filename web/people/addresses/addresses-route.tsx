import { addressLines } from '#contract/people/addresses/address-format.ts'
import type { Address } from '#contract/people/addresses/addresses.ts'
import { addressPageTexts as texts } from '#contract/people/addresses/page-texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { requireSession } from '../../platform/auth/guards.ts'
import { Dialog, useDialog } from '../../platform/dialogs/dialog.tsx'
import { formAction, type Submission, useActionForm } from '../../platform/forms/form.ts'
import { FormError, ManagedForm, SubmitButton } from '../../platform/forms/form-status.tsx'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Button } from '../../platform/ui/button.tsx'
import { notify } from '../../platform/ui/notice.tsx'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import type { Route } from './+types/addresses-route.ts'
import { AddressFields, addressOf } from './address-fields.tsx'
import { TextLines } from './text-lines.tsx'

export const meta = titleMeta(texts.title, '/dashboard/addresses')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { email } = await requireSession(request)
  const [addresses, { displayName, number }] = await Promise.all([
    browserApi.listAddresses(),
    browserApi.getUser({ params: { email } }),
  ])
  return { addresses, person: { name: displayName ?? '', phone: number ?? '' } }
}

type Context = { id: string | null }
const schema = async () => (await import('#contract/people/addresses/addresses.ts')).newAddressSchema

export async function clientAction({ request }: Route.ClientActionArgs) {
  const posted: { id: string } | Submission<Context> = await request.json()
  if ('values' in posted) {
    const { id } = posted.context
    return formAction(posted, {
      schema,
      toInput: (values) => addressOf(values),
      send: (body, idempotencyKey) =>
        id === null
          ? browserApi.createAddress({ body }, { idempotencyKey })
          : browserApi.updateAddress({ params: { id }, body }),
    })
  }
  return rowAction(async () => {
    await browserApi.deleteAddress({ params: { id: posted.id } })
    return texts.deleted
  })
}

export default function AddressesRoute({ loaderData: { addresses, person } }: Route.ComponentProps) {
  const { locale } = useStore()
  const { busyId, run } = useRowAction()
  const form = useDialog<Address | undefined>((address, onClose) => (
    <AddressDialog address={address} person={person} onClose={onClose} />
  ))
  const onDelete = (address: Address) =>
    run(
      { id: address._id },
      {
        text: texts.deleteQuestion,
        button: texts.yesDelete,
        subject: addressLines(address, locale).join(', '),
        isDestructive: true,
      },
    )
  const add = (
    <Button variant="primary" onClick={() => form.open(undefined)}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {addresses.length === 0 ? (
        <EmptyState title={texts.none}>
          <p>{texts.noneText}</p>
          {add}
        </EmptyState>
      ) : (
        <>
          <ul className="addresses">
            {addresses.map((address) => (
              <li key={address._id}>
                <AddressLines address={address} />
                <p className="numeric">{address.phone}</p>
                <div className="actions">
                  <Button
                    size="small"
                    aria-label={texts.changeOf(address.name)}
                    onClick={() => form.open(address)}
                  >
                    {texts.change}
                  </Button>
                  <Button
                    size="small"
                    variant="danger"
                    aria-label={texts.deleteOf(address.name)}
                    disabled={busyId === address._id}
                    onClick={() => void onDelete(address)}
                  >
                    {texts.delete}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          <div className="actions">{add}</div>
        </>
      )}
      {form.dialog}
    </>
  )
}

function AddressLines({ address }: { address: Address }) {
  const { locale } = useStore()
  return (
    <address>
      <TextLines lines={addressLines(address, locale)} />
    </address>
  )
}

type DialogProps = {
  address: Address | undefined
  person: { name: string; phone: string }
  onClose: () => void
}

function AddressDialog({ address, person, onClose }: DialogProps) {
  return (
    <Dialog title={address ? texts.changeTitle : texts.addTitle} onClose={onClose} className="dialog--wide">
      {(close) => <AddressForm address={address} person={person} onDone={close} />}
    </Dialog>
  )
}

type FormProps = Omit<DialogProps, 'onClose'> & { onDone: () => void }

function AddressForm({ address, person, onDone }: FormProps) {
  const context: Context = { id: address?._id ?? null }
  const form = useActionForm<Address>({
    schema,
    context,
    about: address?._id ?? 'new',
    onDone() {
      notify({ text: texts.saved })
      onDone()
    },
  })
  return (
    <ManagedForm form={form} className="form">
      <AddressFields initial={address ?? person} />
      <div className="form__actions">
        <FormError />
        <Button onClick={onDone}>{texts.cancel}</Button>
        <SubmitButton variant="primary">{texts.save}</SubmitButton>
      </div>
    </ManagedForm>
  )
}
