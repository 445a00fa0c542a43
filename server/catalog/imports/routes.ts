import * as contract from '#contract/catalog/imports/imports.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { readBody } from '../../platform/http/read-input.ts'
import { StreamedFile } from '../../platform/streamed-file.ts'
import { receiveChunk } from './chunks.ts'
import { exportImportErrors, exportParts } from './export.ts'
import * as imports from './imports.ts'
import { type ImportWorker, requestApply, requestCheck, requestUndo } from './work.ts'

type ImportDeps = { currency: string; maxMegabytes: number; worker: ImportWorker }

const CSV = 'text/csv; charset=utf-8'

export function importRoutes(bind: Bind, { currency, maxMegabytes, worker }: ImportDeps): void {
  bind(contract.startImport, ({ db, body, caller, now }) =>
    imports.startImport(db, body, { actorId: caller.id, at: now(), maxMegabytes }),
  )

  bind(contract.listImports, ({ db, query }) => imports.listImports(db, query))

  bind(contract.getImport, ({ db, params }) => imports.getImport(db, params.id))

  bind(contract.sendPiece, async ({ db, params, query, request }) => {
    const bytes = await readBody(request.raw, contract.sendPiece.rawBody.limit)
    return receiveChunk(db, { id: params.id, offset: query.offset, bytes, currency })
  })

  bind(contract.listImportChanges, ({ db, params, query }) =>
    imports.listImportChanges(db, { ...query, id: params.id, currency }),
  )

  bind(contract.listImportErrors, ({ db, params, query }) =>
    imports.listImportErrors(db, { ...query, id: params.id }),
  )

  bind(contract.getImportErrors, async ({ db, params }) => {
    await imports.getImport(db, params.id)
    return new StreamedFile(exportImportErrors(db, params.id), { name: 'errors.csv', type: CSV })
  })

  bind(contract.checkImport, async ({ db, params, caller, now }) => {
    await requestCheck(db, params.id)
    await worker.begin(params.id, { actorId: caller.id, at: now() })
    return imports.getImport(db, params.id)
  })

  bind(contract.applyImport, async ({ db, params, body, caller, now }) => {
    await requestApply(db, params.id, body.checkNumber)
    await worker.begin(params.id, { actorId: caller.id, at: now() })
    return imports.getImport(db, params.id)
  })

  bind(contract.undoImport, async ({ db, params, caller, now }) => {
    await requestUndo(db, params.id)
    await worker.begin(params.id, { actorId: caller.id, at: now() })
    return imports.getImport(db, params.id)
  })

  bind(contract.discardImport, ({ db, params, caller, now }) =>
    imports.discardImport(db, params.id, { actorId: caller.id, at: now() }),
  )

  bind(
    contract.exportProducts,
    async ({ db }) => new StreamedFile(exportParts(db, { currency }), { name: 'parts.csv', type: CSV }),
  )
}
