import type { FieldValues } from 'react-hook-form';
import { ApiForm, type ApiFormProps } from '../lib/ApiForm.tsx';

type Props<Values extends FieldValues> = Pick<ApiFormProps<Values>, 'schema' | 'values' | 'children'> & {
  save(values: Values): Promise<unknown>;
  onClose(hasSaved: boolean): void;
};

/** Personal data while they are changed. */
export const DataForm = <Values extends FieldValues>({ save, onClose, ...form }: Props<Values>) => (
  <ApiForm<Values>
    {...form}
    id="data"
    kept="data"
    label="Личные данные"
    failed="Проверьте данные"
    submit="Сохранить"
    busy="Сохраняем…"
    bar="save-bar cluster gap-5 line-above"
    onCancel={() => onClose(false)}
    send={async (values) => {
      await save(values);
      onClose(true);
    }}
  />
);
