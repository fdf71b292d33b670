import type { DeliveryFile, OtherFormat } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notify } from '@/components/ui/toast.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { startDownload } from '@/lib/files/start-download.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

const pollMs = 1500

/**
 * Requests a table in another format until it exists, as long as the page is open, and downloads
 * it.
 */
export function useConversion(dprId: string, { id: fileId, name }: DeliveryFile) {
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const left = useRef<AbortController>(undefined)
  useEffect(() => {
    left.current = new AbortController()
    return () => left.current?.abort()
  }, [])
  const make = useMutation({
    mutationFn: async (format: OtherFormat) => {
      const signal = left.current?.signal
      for (;;) {
        const file = await api.deliveries.convert({ fileId, format }, { signal })
        if (file) return await api.deliveries.fileLink({ fileId: file.id }, { signal })
        await new Promise((resolve) => setTimeout(resolve, pollMs))
        signal?.throwIfAborted()
      }
    },
    onSuccess: ({ url }) => {
      startDownload(url)
      void queryClient.invalidateQueries({
        queryKey: orpc.deliveries.dataset.key({ input: { dprId } }),
      })
      void queryClient.invalidateQueries({ queryKey: orpc.draws.list.key() })
    },
    onError: (error) => {
      if (!left.current?.signal.aborted)
        notify.error(`${name} was not converted`, toProblem(error).message)
    },
  })
  return {
    /** The format that is awaited. */
    making: make.isPending ? make.variables : null,
    start: (format: OtherFormat) => signInFirst(() => make.mutate(format)),
  }
}
