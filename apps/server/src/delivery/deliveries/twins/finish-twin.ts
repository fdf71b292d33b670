import { notify } from '../../../core/notifications/service.ts'
import type { SystemCtx } from '../../../platform/http/context.ts'
import { issueTwinCertificate } from '../../certificates/service.ts'
import type { Destroyed } from '../../destructions/service.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { certifyDestruction } from '../originals/certified-destruction.ts'
import { deskPath } from '../paths.ts'
import {
  type FinishingDelivery,
  listCertifiedFiles,
  type SealedOutcome,
} from '../sealed-queries.ts'
import { getTwin } from './twin-queries.ts'

/**
 * Certifies a twin that was measured for a listing, has the listing drafted and notifies its vendor, in the transaction that
 * records the destruction of its originals. Requires the system role.
 */
export async function finishTwin(
  ctx: SystemCtx,
  row: FinishingDelivery,
  { certificateId, tables, account }: SealedOutcome,
  destroyed: Destroyed[],
): Promise<void> {
  const { tx, now, platform } = ctx
  const { id, vendor } = row
  const { title, privacy_level: privacyLevel } = await getTwin(tx, id)
  const { originals, destruction } = await certifyDestruction(tx, id, { destroyed, now })
  await issueTwinCertificate(
    ctx,
    certificateId,
    { vendor, title, privacyLevel },
    { id, files: await listCertifiedFiles(tx, id), tables, account, originals, destruction },
  )
  await platform.hooks.onTwinMeasured(ctx, id)
  await notify(ctx, {
    organizationId: vendor,
    type: 'contract',
    title: 'Twin measured',
    message: `The twin ${title} is made. ${destruction.statement}`,
    path: deskPath(row),
    mail: true,
  })
  await publishProgress(tx, row)
}
