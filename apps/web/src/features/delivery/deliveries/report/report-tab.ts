import { useSearchParams } from 'react-router'

export const reportTabs = ['overview', 'columns', 'pairs', 'privacy', 'agreement', 'files'] as const
export type ReportTab = (typeof reportTabs)[number]

/** Returns the part of the report that the address names, the overview without one, and the addresses of all parts. */
export function useReportTab() {
  const [params] = useSearchParams()
  const tab = reportTabs.find((one) => one === params.get('tab')) ?? 'overview'
  return { tab, to: tabAddress }
}

const tabAddress = (tab: ReportTab) => (tab === 'overview' ? '?' : `?tab=${tab}`)
