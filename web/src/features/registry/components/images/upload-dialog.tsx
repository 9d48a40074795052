import { formatFileSize } from '@ctdb/contracts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Failure } from '@/components/failure';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Form } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { Progress } from '@/components/ui/progress';
import { routes } from '@/lib/api';
import { upload } from '@/lib/api/upload';
import { useErrorMessages } from '@/lib/error-messages';
import { useDraft } from '@/lib/drafts';
import { contractResolver, showServerErrors } from '@/lib/form';
import { useRequestKey } from '@/lib/request-key';
import { toast } from '@/lib/toast';
import { ensureTreatment, useRefreshTreatment } from '@/features/registry/api/changes';
import { findFault, isDoubtful, useImageTexts } from '@/features/registry/model/images';
import { FileField } from './file-field';
import { ImageFields, imageValues, type ImageValues } from './image-fields';

/** Progress of an upload. */
type UploadStep =
  | { phase: 'treatment' | 'processing' }
  | { phase: 'sending'; sent: number; total: number };

/** Progress of an upload, as text and as a bar. */
function UploadProgress({ step }: { step: UploadStep }) {
  const { t } = useTranslation('images');
  const sending = step.phase === 'sending' ? step : undefined;
  return (
    <div className="flex flex-col gap-2">
      <Progress
        label={t('upload.progress')}
        {...(sending && { value: sending.sent, max: sending.total })}
      />
      {sending && (
        <p className="text-sm text-ink-2 tabular-nums">
          {t('upload.sending', {
            sent: formatFileSize(sending.sent),
            total: formatFileSize(sending.total),
          })}
        </p>
      )}
      {/* Announced once for each phase, not for each progress event. */}
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {step.phase === 'sending' ? undefined : t(`upload.${step.phase}`)}
      </p>
    </div>
  );
}

interface UploadDialogProps {
  open: boolean;
  onClose: () => void;
  diseaseId: string;
  treatmentId: string | undefined;
  /** No image is there yet: the specification words a missing file differently. */
  first: boolean;
  /** A file that was dropped on the page. */
  dropped: File | undefined;
}

const empty: ImageValues = {
  type: 'treatment_area',
  title: '',
  titleKn: '',
  description: '',
  descriptionKn: '',
};

/**
 * Uploads an image; mounted anew for each opening. It cannot be closed during the upload, so that the progress stays
 * visible. The draft is stored until the upload ends.
 */
export default function UploadDialog(props: UploadDialogProps) {
  const { open, onClose, diseaseId, treatmentId, first, dropped } = props;
  const { t } = useTranslation(['images', 'common', 'faults']);
  const { codeText } = useErrorMessages();
  const imageTexts = useImageTexts();
  const fileButton = useRef<HTMLButtonElement>(null);
  const refresh = useRefreshTreatment();
  const [file, setFile] = useState(dropped);
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const [step, setStep] = useState<UploadStep>();
  /** The treatment that an attempt before has made. */
  const [created, setCreated] = useState<string>();
  const request = useRequestKey();
  const running = useRef<AbortController>(undefined);
  // Aborts the upload when the dialog is removed, because nothing shows its result then.
  useEffect(() => () => running.current?.abort(), []);
  const form = useForm({ resolver: contractResolver(imageValues), defaultValues: empty });
  const draft = useDraft(`image:new:${diseaseId}`, form);

  const fault = file && findFault(file);
  const unfit = fault && codeText(fault);
  const take = (chosen: File) => {
    setFile(chosen);
    setMissing(false);
    setRefused(undefined);
  };
  const close = () => {
    onClose();
    // Only after closing, because a newly created treatment changes the page.
    void refresh();
  };
  const cancel = () => {
    draft.clear();
    close();
  };
  const sayMissing = () => {
    setMissing(file === undefined);
    toast.error(t(first ? 'upload.missingBoth' : 'upload.missingFile'));
  };
  const onSent = (sent: number, total: number) =>
    setStep(sent < total ? { phase: 'sending', sent, total } : { phase: 'processing' });
  const send = async (values: ImageValues) => {
    if (!file) return sayMissing();
    if (unfit !== undefined) return fileButton.current?.focus();
    setRefused(undefined);
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let target = treatmentId ?? created;
    try {
      if (target === undefined) {
        setStep({ phase: 'treatment' });
        const body = { diseaseId };
        target = (await ensureTreatment(body, request.keyFor(body))).id;
        setCreated(target);
      }
      onSent(0, file.size);
      const image = await upload(routes.uploadImage, {
        fields: { treatmentId: target, ...values },
        file: ['image', file],
        signal,
        onSent,
      });
      draft.clear();
      toast.success(t('upload.done'), { description: imageTexts(image).title });
      close();
    } catch (error) {
      if (signal.aborted || showServerErrors(form, error)) return;
      setRefused(error);
      const uploadFailed = error instanceof TypeError ? 'upload.cutOff' : 'upload.failed';
      // The form shows the reason.
      toast.error(t(target === undefined ? 'upload.treatmentFailed' : uploadFailed));
    } finally {
      setStep(undefined);
    }
  };
  const submit = () => void form.handleSubmit(send, () => (first || !file) && sayMissing())();
  // Browsers ignore Enter while the button is disabled: show the missing fields instead.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!step) submit();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={() => !step && close()}
      title={t('upload.title')}
      initialFocus={fileButton}
    >
      <Form onKeyDown={onKeyDown} onSubmit={submit}>
        {draft.restored && (
          <Notice role="status">
            <span>{t('common:state.draftKept')}</span> {!file && <span>{t('file.again')}</span>}
          </Notice>
        )}
        <FileField
          file={file}
          onFile={take}
          button={fileButton}
          disabled={step !== undefined}
          error={missing ? t('upload.missingFile') : unfit}
          hint={file && isDoubtful(file) ? t('file.doubtful') : undefined}
        />
        <ImageFields form={form} disabled={step !== undefined} />
        <Failure error={refused} />
        {step && <UploadProgress step={step} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" disabled={!file} pending={step !== undefined}>
            {t(step ? 'upload.running' : 'upload.submit')}
          </Button>
          {step && step.phase !== 'processing' && (
            <Button onClick={() => running.current?.abort()}>{t('upload.cancel')}</Button>
          )}
          {!step && <Button onClick={cancel}>{t('common:action.cancel')}</Button>}
        </div>
      </Form>
    </Dialog>
  );
}
