import type { DataContract } from '@semblance/contract'
import { Download } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { saveFile } from '@/lib/files/save-file.ts'
import { ContractRules } from './contract-rules.tsx'

type DataContractPanelProps = {
  contract: DataContract
  /** Names the downloaded file, without extension; null if there is nothing to download. */
  fileName: string | null
}

export function DataContractPanel({ contract, fileName }: DataContractPanelProps) {
  const download = async () => {
    const { writeDataContract } = await import('./data-contract-file.ts')
    saveFile(`${fileName}.odcs.yaml`, writeDataContract(contract), 'application/yaml')
  }
  return (
    <Panel
      title="Data contract"
      description="The synthetic dataset is checked against it before the client receives anything."
      action={
        fileName !== null && (
          <Button variant="outline" size="sm" onClick={() => void download()}>
            <Download aria-hidden />
            Download YAML
          </Button>
        )
      }
    >
      <ContractRules contract={contract} />
    </Panel>
  )
}
