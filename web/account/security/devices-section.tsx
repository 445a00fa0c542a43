import { accountTexts } from '#contract/messages/account/account.ts'
import type { SignInRecord } from '#contract/users/sign-ins.ts'
import { Time } from '../../layout/shop/price.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { type AccountActions, OTHER_SIGN_INS } from './account-actions.ts'
import { Section } from './section.tsx'

const texts = accountTexts.devices

type DevicesSectionProps = { signIns: SignInRecord[]; actions: AccountActions }

/** Where the user is signed in, and buttons that end these sign-ins. */
export function DevicesSection({ signIns, actions }: DevicesSectionProps) {
  const hasOthers = signIns.some(({ current }) => !current)
  return (
    <Section id="devices" title={texts.title} intro={texts.intro}>
      <Table caption={texts.list} columns={columns(actions)} rows={signIns} rowKey={({ _id }) => _id} />
      {hasOthers ? (
        <Button disabled={actions.busyId === OTHER_SIGN_INS} onClick={actions.endOtherSignIns}>
          {texts.endOthers}
        </Button>
      ) : (
        <p>{texts.alone}</p>
      )}
    </Section>
  )
}

function columns({ busyId, endSignIn }: AccountActions): Column<SignInRecord>[] {
  return [
    { label: texts.device, isRowHead: true, cell: ({ device }) => device },
    { label: texts.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { label: texts.lastSeen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    {
      label: texts.action,
      isActions: true,
      cell: (signIn) =>
        signIn.current ? (
          <Tag tone="ok">{texts.current}</Tag>
        ) : (
          <Button
            size="small"
            aria-label={texts.endOf(signIn.device)}
            disabled={busyId === signIn._id}
            onClick={() => endSignIn(signIn)}
          >
            {texts.end}
          </Button>
        ),
    },
  ]
}
