import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/ui/dialog';
import { useRefreshTreatment } from '@/features/registry/api/change-treatment';
import { useImageUpload } from '@/features/registry/model/use-image-upload';
import { UploadForm } from './upload-form';

interface UploadDialogProps {
  open: boolean;
  onClose: () => void;
  diseaseId: string;
  treatmentId: string | undefined;
  first: boolean;
  dropped: File | undefined;
}

/** Uploads an image. It cannot be closed during the upload, so that the progress stays visible. */
export default function UploadDialog({ open, onClose, ...given }: UploadDialogProps) {
  const { t } = useTranslation('images');
  const fileButton = useRef<HTMLButtonElement>(null);
  const upload = useImageUpload(given.diseaseId, given.treatmentId);
  const refresh = useRefreshTreatment(given.diseaseId);
  const close = () => {
    onClose();
    // Only after closing, because a newly created treatment changes the page.
    void refresh();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !upload.step && close()}
      title={t('upload.title')}
      initialFocus={fileButton}
    >
      <UploadForm
        diseaseId={given.diseaseId}
        first={given.first}
        dropped={given.dropped}
        upload={upload}
        fileButton={fileButton}
        onClose={close}
      />
    </Dialog>
  );
}
