import { useRevalidator } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import type { SignInRecord } from '#contract/users/sign-ins.ts'
import { browserApi } from '../../api/browser-api.ts'
import { Time } from '../../layout/shop/price.tsx'
import { useAct } from '../../layout/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Section } from './section.tsx'

const texts = accountTexts.devices
/** The id of the action that ends all other sign-ins, beside those of the rows. */
const OTHERS = 'others'

/** Where the person is signed in, and what ends that. */
export function DevicesSection({ signIns }: { signIns: SignInRecord[] }) {
  const { busyId, onEnd, onEndOthers } = useEnding()
  const hasOthers = signIns.some(({ current }) => !current)
  return (
    <Section id="devices" title={texts.title} intro={texts.intro}>
      <Table
        caption={texts.list}
        columns={columns({ busyId, onEnd })}
        rows={signIns}
        rowKey={({ _id }) => _id}
      />
      {hasOthers ? (
        <Button disabled={busyId === OTHERS} onClick={onEndOthers}>
          {texts.endOthers}
        </Button>
      ) : (
        <p>{texts.alone}</p>
      )}
    </Section>
  )
}

function useEnding() {
  const { revalidate } = useRevalidator()
  const { busyId, perform } = useAct()
  return {
    busyId,
    async onEnd({ _id, device }: SignInRecord) {
      const outcome = await perform(_id, {
        question: { text: texts.endQuestion, yes: texts.yesEnd, subject: device },
        call: () => browserApi.endSignIn({ params: { id: _id } }),
        done: texts.ended,
      })
      if (outcome !== 'cancelled') await revalidate()
    },
    async onEndOthers() {
      const outcome = await perform(OTHERS, {
        question: { text: texts.endOthersQuestion, yes: texts.yesEndOthers },
        call: () => browserApi.endOtherSignIns({}),
        done: texts.endedOthers,
      })
      if (outcome !== 'cancelled') await revalidate()
    },
  }
}

type ColumnOptions = { busyId: string | undefined; onEnd: (signIn: SignInRecord) => void }

function columns({ busyId, onEnd }: ColumnOptions): Column<SignInRecord>[] {
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
            onClick={() => onEnd(signIn)}
          >
            {texts.end}
          </Button>
        ),
    },
  ]
}
