import { may, type Role } from '#contract/platform/auth/roles.ts'
import type { OrderNote } from '#contract/sales/orders/notes.ts'
import { orderPageTexts } from '#contract/sales/orders/order-page-texts.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { historyText, orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { browserApi } from '../../../platform/api/browser-api.ts'
import { TextArea } from '../../../platform/forms/field.tsx'
import { formAction, type Submission, useActionForm } from '../../../platform/forms/form.ts'
import { FormError, ManagedForm, SubmitButton } from '../../../platform/forms/form-status.tsx'
import { Time, usePriceText } from '../../../platform/layout/price.tsx'
import { notify } from '../../../platform/ui/notice.tsx'

export type NoteContext = { noteOf: string }

const schema = async () => (await import('#contract/sales/orders/notes.ts')).addOrderNote.body

export function addNote(submission: Submission<NoteContext>) {
  const params = { id: submission.context.noteOf }
  return formAction(submission, {
    schema,
    send: (body, idempotencyKey) => browserApi.addOrderNote({ params, body }, { idempotencyKey }),
  })
}

/** What happened to an order, and what staff noted of it, the newest first. */
export function OrderTimeline({ order, notes, role }: { order: Order; notes: OrderNote[]; role: Role }) {
  const priceText = usePriceText()
  const events = order.history.map((change) => ({
    at: change.at,
    key: `${change.at} ${change.field}`,
    text: historyText(change, (amount) => priceText(amount, order.currency)),
  }))
  const written = notes.map((note) => ({ at: note.at, key: note._id, note }))
  // of the same moment, what happened before what was noted of it
  const entries = [...events, ...written]
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .reverse()
  return (
    <section className="order-box">
      <h2>{orderPageTexts.timeline}</h2>
      {may(role, ['orders.write', 'payments.refund']) && <NoteForm order={order} />}
      <ol className="order-timeline">
        {entries.map(({ at, key, ...entry }) => (
          <li key={key}>
            <Time at={at} style="short" />
            {'note' in entry ? <Note note={entry.note} /> : <b>{entry.text}</b>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function NoteForm({ order }: { order: Order }) {
  const form = useActionForm<OrderNote>({
    schema,
    about: order._id,
    context: { noteOf: order._id },
    onDone(_, element) {
      element.reset()
      notify({ text: texts.noteAdded })
    },
  })
  return (
    <ManagedForm form={form} className="note-form">
      <TextArea name="text" rows={2} label={texts.note} hint={texts.notesHint} />
      <FormError />
      <SubmitButton>{texts.addNote}</SubmitButton>
    </ManagedForm>
  )
}

function Note({ note: { by, text } }: { note: OrderNote }) {
  return (
    <div className="order-note">
      <b>{by.name ?? by.email ?? texts.noteByDeleted}</b>
      <p className="user-text">{text || texts.noteEmptied}</p>
    </div>
  )
}
