import { useNavigate } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import type { SignInRecord } from '#contract/users/sign-ins.ts'
import { Time } from '../../layout/shop/price.tsx'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { AttemptError, BusyButton, useSignIn } from '../sign-in/sign-in-form.tsx'
import { type AccountActions, OTHER_SIGN_INS } from './account-actions.ts'
import { deleteAccount } from './own-account.ts'
import { askToReauthenticate } from './reauthentication-dialog.tsx'
import { FormToggle, type OpenForm, Section } from './section.tsx'

const { devices: deviceTexts, remove: deletionTexts } = accountTexts

type DevicesSectionProps = { signIns: SignInRecord[]; actions: AccountActions }

export function DevicesSection({ signIns, actions }: DevicesSectionProps) {
  const hasOthers = signIns.some(({ current }) => !current)
  return (
    <Section id="devices" title={deviceTexts.title} intro={deviceTexts.intro}>
      <Table caption={deviceTexts.list} columns={columns(actions)} rows={signIns} rowKey={({ _id }) => _id} />
      {hasOthers ? (
        <Button disabled={actions.busyId === OTHER_SIGN_INS} onClick={actions.endOtherSignIns}>
          {deviceTexts.endOthers}
        </Button>
      ) : (
        <p>{deviceTexts.alone}</p>
      )}
    </Section>
  )
}

function columns({ busyId, endSignIn }: AccountActions): Column<SignInRecord>[] {
  return [
    { label: deviceTexts.device, isRowHead: true, cell: ({ device }) => device },
    { label: deviceTexts.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { label: deviceTexts.lastSeen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    {
      label: deviceTexts.action,
      isActions: true,
      cell: (signIn) =>
        signIn.current ? (
          <Tag tone="ok">{deviceTexts.current}</Tag>
        ) : (
          <Button
            size="small"
            aria-label={deviceTexts.endOf(signIn.device)}
            disabled={busyId === signIn._id}
            onClick={() => endSignIn(signIn)}
          >
            {deviceTexts.end}
          </Button>
        ),
    },
  ]
}

export function DeletionSection({ email, openForm }: { email: string; openForm: OpenForm }) {
  return (
    <Section id="delete" title={deletionTexts.title} intro={deletionTexts.intro} isDangerous>
      <FormToggle openForm={openForm} name="delete" label={deletionTexts.start} look="bad">
        <Deletion email={email} onEnd={openForm.close} />
      </FormToggle>
    </Section>
  )
}

function Deletion({ email, onEnd }: { email: string; onEnd: () => void }) {
  const navigate = useNavigate()
  const { error, run } = useSignIn()

  async function onConfirm() {
    if (!(await askToReauthenticate()) || !(await run(() => deleteAccount(email)))) return
    await navigate('/', { replace: true })
    notify({ text: deletionTexts.done })
  }
  return (
    <div className="form">
      <Consequences title={deletionTexts.goes} list={deletionTexts.goesList} />
      <Consequences title={deletionTexts.stays} list={deletionTexts.staysList} />
      <p>{deletionTexts.open}</p>
      <div className="form__acts">
        <Button onClick={onEnd}>{accountTexts.cancel}</Button>
        <BusyButton look="bad" onClick={onConfirm}>
          {deletionTexts.confirm}
        </BusyButton>
      </div>
      <AttemptError error={error} />
    </div>
  )
}

function Consequences({ title, list }: { title: string; list: readonly string[] }) {
  return (
    <div className="ends">
      <h3>{title}</h3>
      <ul>
        {list.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  )
}
